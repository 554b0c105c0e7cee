/** Nothing of a customer is in any report, wherever it stood: in a path, a query, a header, a body, or as a key of a map. */
import { expect, it, onTestFinished } from 'vitest';
import { runProxy } from './command.ts';
import { JSON_TYPE } from './kit.ts';
import { answerOf, startUpstream } from './upstream.ts';

/** What belongs to somebody: an order, an address, a hash, a mail address, a name, an API code, a number of a wallet. */
const SECRETS = [
  'shop1_20261120_000017',
  '0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62',
  'd0ce909fef1bf376444706196be250c8bcccc948755fd26ba7c66cbaf728cddf',
  'jane.doe@customer.example',
  'Jane Doe',
  'JANEDOE',
  'binancecleos',
  '774411',
];

const everywhere = (secret: string) => ({
  [secret]: { [secret]: secret },
  results: { [secret]: secret },
  balances: { [secret]: { balance: secret, [secret]: 1 } },
  wallets: [{ [secret]: secret, wallet_id: secret }],
  error: secret,
  error_code: Number(secret) || secret,
});

/** `binancecleos` could be a field's name; nothing else of these could, and in the place of a value or a key of a map neither could it. */
const mapsOf = (secret: string) => ({
  results: { [secret]: secret },
  balances: { [secret]: { balance: secret } },
  wallets: [{ wallet_id: secret }],
  error: secret,
  error_code: Number(secret) || secret,
});

const bodyOf = (secret: string): string =>
  JSON.stringify(secret === 'binancecleos' ? mapsOf(secret) : everywhere(secret));

it.each(SECRETS)('%s', async (secret) => {
  const service = await startUpstream('');
  onTestFinished(service.close);
  const inUrl = encodeURIComponent(secret);
  const paths = [
    `/v1/svc/wallets/${inUrl}/sender/transactions/${inUrl}?t=${inUrl}`,
    `/v1/svc/wallets/${inUrl}/sender/transactions?t=1&from_time=${inUrl}`,
    `/v1/svc/wallets/1/receiver/notifications/txid/${inUrl}/${inUrl}?t=1`,
    `/v1/other/wallets/${inUrl}/sender/transactions/${inUrl}`,
    `/v1/svc/wallets/1/receiver/get-balances?t=1`,
    `/v1/svc/wallets/readonly/walletlist?t=1`,
    `/v1/svc/wallets/readonly/walletlist/balances?t=1`,
    `/v1/svc/${inUrl}/${inUrl}`,
    `/v1/svc/currency/prices?t=1&${inUrl}=${inUrl}`,
  ];
  const answers = [
    answerOf(200, bodyOf(secret), JSON_TYPE, `X-Other: ${secret}`),
    answerOf(403, bodyOf(secret), JSON_TYPE),
    answerOf(200, secret, JSON_TYPE),
    answerOf(200, `{"${secret}":1,"${secret}":2}`, JSON_TYPE),
    answerOf(200, bodyOf(secret), `Content-Type: text/${secret}`),
    answerOf(200, bodyOf(secret), JSON_TYPE, `Content-Encoding: ${secret}`),
    answerOf(418, secret),
  ];
  const headers = { 'x-api-code': secret, 'x-checksum': secret, 'content-type': 'application/json' };

  const { printed, json, junit, har } = await runProxy(service.url, [], async (url) => {
    for (const answer of answers) {
      service.answer = answer;
      for (const path of paths) {
        await fetch(url + path, { headers }).then((response) => response.text());
        await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(everywhere(secret)) }).then(
          (response) => response.text(),
        );
      }
    }
  });
  for (const report of [printed, json, junit, har]) {
    expect(report).toMatch(/undocumented|not documented/);
    expect(report).not.toContain(secret);
    expect(report).not.toContain(inUrl);
  }
});
