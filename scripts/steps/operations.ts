// operations.js, what a program needs to know of each operation to call, route or count it.
import { readBundle, type Build } from '../lib/build.ts';
import { examplesOf, endpointsOf, resolve, type Bundle, type Operation, type Parameter } from '../lib/bundle.ts';
import { writeModule } from '../lib/module.ts';

/** Writes the operations, keyed by operationId in the document's order, with literal types. */
export async function operations(build: Build): Promise<void> {
  const bundle = readBundle(build);
  const table = Object.fromEntries(
    endpointsOf(bundle).map(({ path, method, operation, parameters }) => [
      operation.operationId,
      {
        method,
        path,
        tag: operation.tags[0] ?? null,
        summary: operation.summary,
        readOnlyApiCode: usesReadOnlyApiCode(bundle, operation),
        pathParameters: describe(bundle, parameters, 'path'),
        queryParameters: describe(bundle, parameters, 'query'),
        requestBody: operation.requestBody
          ? { required: resolve(bundle, operation.requestBody).required ?? false }
          : null,
        statuses: Object.keys(operation.responses).map(Number),
        errors: errorsOf(bundle, operation),
      },
    ]),
  );
  await writeModule(build, 'operations', { operations: table }, 'export type OperationId = keyof typeof operations;\n');
}

function usesReadOnlyApiCode(bundle: Bundle, operation: Operation): boolean {
  return (operation.security ?? bundle.security ?? []).some((requirement) => 'ReadOnlyApiCode' in requirement);
}

/** Absent facts are null and never left out: every row has the same keys, so that code can walk the table. */
function describe(bundle: Bundle, parameters: readonly Parameter[], place: Parameter['in']): Record<string, unknown> {
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required = false, schema }) => {
        const { default: preset = null, maximum = null } = resolve(bundle, schema);
        return [name, { required, default: preset, maximum }];
      }),
  );
}

function errorsOf(bundle: Bundle, operation: Operation): Record<string, string[]> {
  const statuses = Object.keys(operation.responses).filter((status) => Number(status) >= 400);
  return Object.fromEntries(
    statuses.map((status) => [status, examplesOf(bundle, operation, status).map(([key]) => key)]),
  );
}
