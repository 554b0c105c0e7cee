// Where things stand on the page: Redoc makes its routes of tags, operation IDs and headings.
import { endpointsOf, webhooksOf, type Bundle } from '../../lib/bundle.ts';
import { rowsOf } from '../../lib/catalogue.ts';

/** Name of the page that lists every error. */
export const ERROR_REFERENCE = 'Error reference';

/** Name of the page that gathers what the interface does not show. */
export const OPEN_POINTS = 'Open points';

/** Name of the page that says what is proved of each operation. */
export const CONFIDENCE = 'Confidence';

/** The links to each thing, by its name. */
export interface Routes {
  readonly tags: ReadonlyMap<string, string>;
  /** Webhooks included. */
  readonly operations: ReadonlyMap<string, string>;
  readonly errors: ReadonlyMap<string, string>;
}

/** Every place that a text may link to. */
export function routesOf(bundle: Bundle): Routes {
  const names = [...(bundle.tags ?? []).map(({ name }) => name), ERROR_REFERENCE, OPEN_POINTS, CONFIDENCE];
  const operations = [...endpointsOf(bundle), ...webhooksOf(bundle)].map(({ operation }) => operation);
  return {
    tags: new Map(names.map((name) => [name, route(name)])),
    operations: new Map(
      operations.map(({ operationId, tags: [tag = ''] }) => [
        operationId,
        `${route(tag)}/${operationId.toLowerCase()}`,
      ]),
    ),
    errors: new Map(
      rowsOf(bundle).map(
        ([
          ,
          {
            'x-error': { reason },
          },
        ]) => [reason, `${route(ERROR_REFERENCE)}/${reason}`],
      ),
    ),
  };
}

function route(name: string): string {
  return `#/${name.toLowerCase().replaceAll(' ', '-')}`;
}
