/** Points that give numbers their names: kinds, currencies, types and processing states. */
import { isText, type Evidence } from '../judge/evidence.ts';
import { callbackType } from './callback-type.ts';
import { numbersOf, ofNumbers, see, type Conclude, type Conclusion, type Seen } from './conclusion.ts';
import { processingState } from './processing-state.ts';
import { idsOf, walletsIn } from './wallets.ts';

const camel = (kind: string): string => kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const walletType: Conclude = (evidence) => {
  const ids = idsOf(evidence);
  const seen: Seen = new Map();
  const assumed = numbersOf(evidence.service, 'wallet-type');
  for (const { wallet_id, type, token_contract_address } of walletsIn(evidence)) {
    const place = ids.get(String(wallet_id));
    const kind = place === undefined ? undefined : evidence.transcript.wallets[place]?.kind;
    if (kind === undefined || kind === 'unknown') continue;
    // the interface has wallets of tokens as a kind of their own, which may have a number of its own
    if (isText(token_contract_address) && type !== assumed[camel(kind)]) continue;
    see(seen, camel(kind), type);
  }
  const found = ofNumbers(evidence.service, 'wallet-type', seen);
  const refused = new Set(
    evidence.transcript.exchanges
      .filter(
        ({ step, answer }) =>
          step.includes('.filter.type.') && step.startsWith('listWalletBalances.') && answer?.status === 400,
      )
      .map(({ request }) => Number(request.query.type)),
  );
  // what nobody saw is as assumed, unless the service says that it is not
  if (Object.values(found.value ?? {}).every((number) => !refused.has(Number(number)))) return found;
  return { verdict: found.verdict, evidence: found.evidence, seen };
};

const currencyNumbers: Conclude = (evidence) => {
  const seen: Seen = new Map();
  const vaults = evidence.under('listVaultHistory.').flatMap(({ records }) => records);
  const names = Object.keys(numbersOf(evidence.service, 'currency-numbers'));
  for (const { currency, currency_name } of [...walletsIn(evidence), ...vaults]) {
    const name = names.find((one) => one === String(currency_name).toUpperCase());
    if (name !== undefined) see(seen, name, currency);
  }
  return ofNumbers(evidence.service, 'currency-numbers', seen);
};

/** A conclusion for each. */
export const numberPoints: Readonly<Record<string, (evidence: Evidence) => Conclusion>> = {
  'wallet-type': walletType,
  'currency-numbers': currencyNumbers,
  'callback-type': callbackType,
  'processing-state': processingState,
};
