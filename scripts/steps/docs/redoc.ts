// What Redoc's own code does otherwise on our page. It has no option for any of it.
import { Problem } from '../../lib/problems.ts';

/** A change to the code, and where it is due. Names of Redoc's own tell the place; those that its build makes up do not. */
interface Change {
  readonly wish: string;
  readonly place: RegExp;
  readonly change: string;
}

const CHANGES: readonly Change[] = [
  // A reader who scrolls on comes to what stands under the headings of a guide, whether its entry in the sidebar is open or not.
  // Once the page is alive: until then it has to be what was rendered before.
  {
    wish: 'show the sections of every guide, once the page is alive',
    place: /(\w+=(\w+)\|\|\w+===-1;.{0,300}?shouldRenderOps:)/,
    change: '$1$2||',
  },
  {
    wish: 'leave operations to the entry that is open',
    place: /(\w+)&&(!\w+\((\w+)\.gatePath,\w+\))\?null/,
    change: '$1&&$3.content.itemVariant!=="markdown"&&$2?null',
  },
];

/**
 * Changes Redoc's code in a page.
 *
 * @throws Problem if it is not the code that is known here
 */
export function withOwnWays(html: string): string {
  return CHANGES.reduce((text, { wish, place, change }) => {
    const found = text.match(new RegExp(place, 'g'))?.length ?? 0;
    if (found === 1) return text.replace(place, change);
    throw new Problem(
      `Redoc cannot be made to ${wish}: its code has the place ${String(found)} times. Mend scripts/steps/docs/redoc.ts.`,
    );
  }, html);
}
