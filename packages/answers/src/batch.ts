/** Examples of batches: they keep to the limit that an answer sets. */
import { follow, isNode, jsonContent, type Node } from '@wallet-operations/validator';
import type { PointedDocument } from './document.ts';

/** Leaves in the examples of a list its first items, as many as may be, and in the answers of the same name what is said of those. */
export function cutBatches(document: PointedDocument, list: Node, limit: number): void {
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item).filter(isNode))) {
    const { schema, examples } = jsonContent(document, operation.requestBody);
    const { properties } = follow(document, schema);
    const field = Object.entries(isNode(properties) ? properties : {}).find(
      ([, one]) => follow(document, one) === list,
    );
    if (!field || !isNode(examples)) continue;
    const answers = jsonContent(document, isNode(operation.responses) ? operation.responses['200'] : {}).examples;
    for (const [name, reference] of Object.entries(examples)) {
      const batch = follow(document, reference).value as Record<string, Node[]>;
      const lost = batch[field[0]]?.splice(limit).map((item) => String(item[String(list['x-unique'])])) ?? [];
      const { value: answer } = follow(document, isNode(answers) ? answers[name] : {});
      for (const part of Object.values(isNode(answer) ? answer : {}).filter(isNode))
        for (const id of lost) Reflect.deleteProperty(part, id);
    }
  }
}
