/** Rules between fields, which JSON Schema has no word for. `x-refused-as` names their rows as it does for any keyword. */
import type { ErrorObject, SchemaValidateFunction } from 'ajv/dist/types/index.js';
import { isNode, type Node } from '../document/node.ts';

/** Each with the name of a field as its argument. */
export const KEYWORDS: Record<string, SchemaValidateFunction> = {
  /** No two objects of the list have the same value of this field. */
  'x-unique': keyword('x-unique', (field, list, _, place) => {
    if (!Array.isArray(list)) return undefined;
    const values = list.map((item: unknown) => (isNode(item) ? item[field] : undefined));
    const firsts = new Map(values.map((value, i): [unknown, number] => [value, i]).reverse());
    const second = values.findIndex((value, i) => value !== undefined && firsts.get(value) !== i);
    if (second < 0) return undefined;
    return { instancePath: `${place}/${String(second)}/${field}`, message: 'must not be there twice' };
  }),

  /** The list has as many items as this field beside it says. */
  'x-length': keyword('x-length', (field, list, { [field]: length }) => {
    if (!Array.isArray(list) || typeof length !== 'number' || list.length === length) return undefined;
    return { message: `must have as many items as ${field} says` };
  }),

  /** The number is not smaller than this field beside it. */
  'x-not-before': keyword('x-not-before', (field, value, { [field]: earlier }) => {
    if (typeof value !== 'number' || typeof earlier !== 'number' || value >= earlier) return undefined;
    return { message: `must not be before ${field}` };
  }),
};

type Fault = (field: string, value: unknown, beside: Node, place: string) => Partial<ErrorObject> | undefined;

/** Ajv takes the errors of a keyword from a property of its function. */
function keyword(keyword: string, fault: Fault): SchemaValidateFunction {
  const validate: SchemaValidateFunction = (field: string, value: unknown, _, context) => {
    const beside: unknown = context?.parentData;
    const found = fault(field, value, isNode(beside) ? beside : {}, context?.instancePath ?? '');
    validate.errors = found ? [{ keyword, params: {}, ...found }] : [];
    return found === undefined;
  };
  return validate;
}
