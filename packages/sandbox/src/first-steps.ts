/** What the command line shows at the start: the wallets, how to call for them, and a first withdrawal that works. */
import type { WalletAccess } from './control/create-wallet.ts';
import type { Decisions } from './document/points.ts';
import type { Sandbox } from './sandbox.ts';

/** The text. */
export async function firstSteps(
  { url, control, decisions }: Sandbox,
  product: string,
  token: string | undefined,
): Promise<string> {
  const wallets = await control.wallets();
  const [readOnly] = await control.readOnlyCodes();
  const rows = [
    ['wallet', 'kind', 'holds', 'prefix', 'API code', 'secret'],
    ...wallets.map(({ walletId, kind, asset, prefix, apiCode, secret }) => [
      String(walletId),
      kind,
      asset,
      prefix,
      apiCode,
      secret,
    ]),
    ...(readOnly ? [['(read-only)', '', '', '', readOnly.apiCode, readOnly.secret]] : []),
  ];
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const table = rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
  const payer = wallets.find(({ kind, asset }) => kind === 'withdrawal' && asset === 'ETH');
  return `Sandbox  ${url}\nPage     ${url}/_sandbox/${token === undefined ? '' : `?token=${encodeURIComponent(token)}`}\n\n${table}\n\n${payer ? firstWithdrawal(url, product, payer, decisions) : ''}`;
}

/** Signed in the shell, so that it works as often as it is pasted. */
function firstWithdrawal(
  url: string,
  product: string,
  { walletId, prefix, apiCode, secret }: WalletAccess,
  { perSecond, nonce }: Decisions,
): string {
  const query = [...(nonce === undefined ? [] : [`${nonce}=$t`]), 't=$t'].sort().join('&'); // a body, with its brace, comes behind
  return `A first withdrawal:

t=$(date +%s${perSecond === 1000 ? '%3N' : ''})
body='{"requests":[{"order_id":"${prefix}'$t'","address":"0x25d5CCebBE3312bFA782543E744F50B1Db0BCe62","amount":"1.5"}]}'
checksum=$(printf '%s' "${query}&$body&secret=${secret}" | sha256sum | cut -d' ' -f1)
curl -s -H 'Content-Type: application/json' -H 'X-API-CODE: ${apiCode}' -H "X-CHECKSUM: $checksum" \\
  -d "$body" "${url}/v1/${product}/wallets/${String(walletId)}/sender/transactions?${query}"

`;
}
