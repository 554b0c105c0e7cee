#!/usr/bin/env node
/** The command. Node.js that is too old can read this module, and nothing that it imports: so that it can be told. */

/** What the rest stands on: `Map.groupBy`, and TypeScript configurations as they are. */
const OLDEST = [22, 18] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `spec-mutation needs Node.js ${OLDEST.join('.')} or newer, and this is ${process.version}: npx -p node@24 -p @wallet-operations/spec-mutation spec-mutation runs it with one of its own.\n`,
  );
  process.exitCode = 2;
} else {
  const { runCommand } = await import('./command.ts');
  const code = await runCommand(process.argv.slice(2));
  // Configurations open servers and forget them: what has been said goes out, and then nothing is waited for.
  for (const output of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => {
      output.on('error', () => {
        resolve();
      });
      output.write('', () => {
        resolve();
      });
    });
  process.exit(code);
}
