/** A checksum that is right, but written otherwise, is refused as a wrong one is; the log says which it is. */
import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createAuditedLab, ETH, START } from './lab.ts';

it.each<[string, (text: string) => string, string]>([
  ['upper case', (text) => hash('sha256', text).toUpperCase(), 'in other letters: write it in lower-case hex'],
  ['base64', (text) => hash('sha256', text, 'base64'), 'in base64: write it in lower-case hex'],
  ['base64url', (text) => hash('sha256', text, 'base64url'), 'in base64: write it in lower-case hex'],
  ['another text', (text) => hash('sha256', `${text}x`), 'the checksum is not that of t=1795163400&secret=***'],
])('in %s', async (_, checksumOf, said) => {
  const { sandbox, createWallet } = await createAuditedLab();
  const { walletId, apiCode, secret } = await createWallet(ETH);
  const t = `t=${String(START / 1000)}`;
  const headers = { 'x-api-code': apiCode, 'x-checksum': checksumOf(`${t}&secret=${secret}`) };
  const path = `/v1/svc/wallets/${String(walletId)}/apisecret`;
  const response = await fetch(`${sandbox.url}${path}?${t}`, { headers });
  expect(await response.json()).toEqual({ error: 'Forbidden. Checksum unmatch' });
  expect(sandbox.requests()[0]?.why).toContain(said);
});
