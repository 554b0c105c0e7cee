/** Lets scenarios happen, several at once if need be; what one has done is told by where it ends, well or not. */
import { Replaced } from '../context.ts';
import { tokenIdOf } from '../rules/token-ids.ts';
import type { Control } from './control.ts';
import { createKit, walletFor, type KitParts } from './scenario-kit.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import type { Trigger } from './trigger.ts';

/** Makes what does. */
export function createTrigger(given: Omit<KitParts, 'underWay'>): Control['trigger'] {
  const { context } = given;
  const parts = { ...given, underWay: new Set<string>() };
  const numbers = new Set<bigint>();
  const free = (): bigint => {
    const { n } = context.store.get<{ n: bigint }>('SELECT coalesce(max(id), 0) + 1 AS n FROM orders') ?? { n: 1n };
    let number = n;
    while (numbers.has(number)) number++;
    return number;
  };
  return async (asked) => {
    const input = withTokenId(asked);
    const scenario: Scenario = SCENARIOS[input.scenario];
    checkOptions(scenario, input);
    const steps: string[] = [];
    const wallet = walletFor(context, input, scenario.fits);
    const number = free();
    numbers.add(number);
    try {
      const did = (words: string): number => steps.push(words);
      const kit = createKit(parts, wallet, input, { number: String(number), did });
      scenario.check?.(kit);
      const found = await scenario.run(kit);
      return { scenario: input.scenario, walletId: wallet.walletId, did: steps, ...found };
    } catch (error) {
      // of a state that was replaced nothing is left
      if (steps.length === 0 || error instanceof Replaced) throw error;
      throw new Error(`${(error as Error).message} Done by then: ${steps.join(' ')}`, { cause: error });
    } finally {
      numbers.delete(number);
    }
  };
}

/** The token ID as the sandbox keeps it; an empty one is none. */
function withTokenId({ tokenId = '', ...input }: Trigger): Trigger {
  return tokenId === '' ? input : { ...input, tokenId: tokenIdOf(tokenId) ?? tokenId };
}

/** @throws Error for an input that would do nothing */
function checkOptions({ takes }: Scenario, input: Trigger): void {
  const known = ['scenario', 'walletId', ...takes];
  for (const [name, value] of Object.entries(input))
    if (value !== false && !known.includes(name))
      throw new Error(
        `${input.scenario} takes no ${name}${takes.length > 0 ? `. It takes ${takes.join(', ')}` : ''}. Leave it out.`,
      );
}
