/** Scalar's mock server, which is a library: served as its documentation says. */
import { bundle } from '../document.ts';
import { load } from '../peers.ts';

const { createMockServer } = await load('@scalar/mock-server');
const { serve } = await load('@hono/node-server');
const { fetch } = await createMockServer({ document: bundle });
serve({ fetch, port: Number(process.argv[2]) });
