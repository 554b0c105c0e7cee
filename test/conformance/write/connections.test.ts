/** A certificate that is not trusted: what is wrong with it is named, and what to do, before anything is sent. */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startPaying, WORD } from './paying.ts';

const CLI = join(import.meta.dirname, '../../../packages/conformance/src/cli.ts');

/** A certificate that nobody but itself has signed, for another name than the one that is called: made anew, for a key in a repository is none. */
const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
beforeAll(() => {
  const names = ['-subj', '/CN=wallet.example', '-addext', 'subjectAltName=DNS:wallet.example'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', keyFile, '-out', certFile], { stdio: 'pipe' });
});

/** Runs a command against a service with that certificate. */
async function told(name: 'write' | 'run', environment: Record<string, string> = {}): Promise<string> {
  let came = 0;
  const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, (_, response) => {
    came++;
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const service = await startPaying();
  const base = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const config = service.configure({}, { baseUrl: base });
  const args = {
    write: ['write', '--config', config, '--ledger', service.ledger, '--yes-spend', WORD],
    run: ['run', '--config', config],
  }[name];
  const env = { ...process.env, ...service.environment, ...environment };
  const options = [CLI, ...args, '--calls', '1000000', '--share', '100'];
  const [code, stdout] = await new Promise<[unknown, string]>((resolve) => {
    execFile(process.execPath, options, { env }, (error, out) => {
      resolve([error?.code ?? 0, out]);
    });
  });
  expect(code).toBe(1);
  expect(came).toBe(0);
  return stdout.replace(/\s+/g, ' ');
}

test('of nobody who is known is told by write, with where to put it', async () => {
  const stdout = await told('write');
  expect(stdout).toContain(
    'The service did not give the state of the API codes of the wallet that pays (connection: DEPTH_ZERO_SELF_SIGNED_CERT).',
  );
  expect(stdout).toContain('its path into NODE_EXTRA_CA_CERTS. Nothing was written.');
}, 60_000);

test('of another name is told by write', async () => {
  const stdout = await told('write', { NODE_EXTRA_CA_CERTS: certFile });
  expect(stdout).toContain('(connection: ERR_TLS_CERT_ALTNAME_INVALID). Its certificate is for another name.');
}, 60_000);

test('of nobody who is known is told by run, once', async () => {
  const stdout = await told('run');
  expect(stdout.split('DEPTH_ZERO_SELF_SIGNED_CERT')).toHaveLength(2);
  expect(stdout).toContain('No answer comes (DEPTH_ZERO_SELF_SIGNED_CERT).');
  expect(stdout).toContain('NODE_EXTRA_CA_CERTS');
}, 60_000);
