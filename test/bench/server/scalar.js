// Scalar's mock server, which is a library: served as its documentation says. JavaScript, for its start is measured.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';

const [port, document] = process.argv.slice(2);
const { fetch } = await createMockServer({ document: JSON.parse(readFileSync(document, 'utf8')) });
serve({ fetch, port: Number(port) });
