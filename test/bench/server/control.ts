/** A sandbox that is measured, from its owner's side. */
import type { Access } from './requests.ts';

/** Asks for a command of control. */
export async function control<T>(port: number, command: string, input: object = {}): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${String(port)}/_sandbox/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${command}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A new wallet of it that withdraws orders which begin with `bench_`, and has plenty. */
export const newPayer = (port: number): Promise<Access> =>
  control<Access>(port, 'createWallet', { kind: 'withdrawal', currency: 'ETH', prefix: 'bench_', balance: '9000' });

/** A wallet of it that withdraws, and a vault. */
export async function callersOf(port: number): Promise<{ vault: Access; payer: Access }> {
  const wallets = await control<(Access & { kind: string })[]>(port, 'wallets');
  const [payer] = wallets;
  const vault = wallets.find(({ kind }) => kind === 'vault');
  if (!payer || !vault) throw new Error('The sandbox has no wallet to withdraw from, or no vault.');
  return { vault, payer };
}
