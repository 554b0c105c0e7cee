/** What never changes of a record, held against the same record in every other answer: one alone that tells it otherwise differs. */
import { isSame, partsOf, shown, type Body, type Evidence, type Success } from './evidence.ts';
import { valueFact, type Fact } from './fact.ts';

/** By which fields an operation's records are known, and which of them stay as they are. Those of a callback are the same wherever it is told of. */
interface Unchanging {
  readonly operationIds: readonly string[];
  readonly key: readonly string[];
  readonly fields: readonly string[];
  /** Whether the interface does not say that no two records have one key: where two of an answer do, it is no key. */
  readonly isOpen?: true;
}

const RECORDS: readonly Unchanging[] = [
  {
    operationIds: ['listCallbacks', 'getCallbacksById', 'getDepositCallback'],
    key: ['serial'],
    fields: ['type', 'order_id', 'currency', 'txid', 'vout_index', 'amount', 'memo', 'to_address', 'wallet_id'],
  },
  {
    operationIds: ['listVaultHistory'],
    key: ['txno'],
    isOpen: true,
    fields: ['issue_user_id', 'wallet_id', 'currency', 'token_address', 'outgoing_address', 'amount', 'create_time'],
  },
  {
    operationIds: ['getWithdrawalState', 'listWithdrawalStates'],
    key: ['order_id', 'txid'],
    fields: ['address', 'amount', 'memo', 'create_time'],
  },
  {
    operationIds: ['listWallets', 'listWalletBalances'],
    key: ['wallet_id', 'token_contract_address'],
    fields: ['address', 'currency', 'currency_name', 'decimals', 'token_name', 'token_symbol', 'token_decimals'],
  },
];

/** All of them, by operations: two that tell one thing otherwise are told of elsewhere. */
export const unchangingFacts = ({ by }: Evidence): Fact[] =>
  RECORDS.flatMap(({ operationIds, key, fields, isOpen }) =>
    operationIds.flatMap((operationId) => {
      const answers = by(operationId);
      if (isOpen && answers.some((answer) => areMany(recordsOf([answer], key)))) return [];
      const groups = [...Map.groupBy(recordsOf(answers, key), ([own]) => own).values()];
      const several = groups.filter(({ length }) => length > 1).map((group) => group.map(([, record]) => record));
      return several.length === 0 ? [] : fields.flatMap((name) => factOf(operationId, key, name, several));
    }),
  );

/** Records with a text that is the same for the same of one caller. */
const recordsOf = (answers: readonly Success[], key: readonly string[]): (readonly [string, Body])[] =>
  answers.flatMap((answer) =>
    partsOf(answer).flatMap((record) => {
      const own = key.map((name) => record[name]);
      return own[0] !== undefined ? [[[answer.exchange.caller, ...own.map(shown)].join(' '), record] as const] : [];
    }),
  );

/** Whether two records have one key. */
const areMany = (records: readonly (readonly [string, Body])[]): boolean =>
  new Set(records.map(([own]) => own)).size < records.length;

function factOf(
  operationId: string,
  key: readonly string[],
  name: string,
  groups: readonly (readonly Body[])[],
): Fact[] {
  // a value of another type is told of as that, and one that was empty may have been filled in
  const given = groups.map((group) => group.map(({ [name]: one }) => one)).filter(([first]) => first !== undefined);
  if (given.length === 0) return [];
  const isRight = given.every(([first, ...rest]) =>
    rest.every((one) => typeof one !== typeof first || one === '' || first === '' || isSame(one, first)),
  );
  const of = key.join(' and ');
  const said = `${name} of one ${of} is another in another answer`;
  return [valueFact(operationId, name, isRight, `the same of one ${of} in each answer`, said)];
}
