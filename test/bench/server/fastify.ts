/** The least that a server can do: a bare Fastify that looks at nothing and answers with an example of the document. */
import { createRequire } from 'node:module';
import { exchangeOf } from '../document.ts';

interface Fastify {
  get: Route;
  post: Route;
  listen: (options: { port: number }) => Promise<string>;
}
type Route = (path: string, handler: () => Promise<unknown>) => void;

const app = (createRequire(import.meta.url)('fastify') as () => Fastify)();
for (const operationId of ['getVaultBalance', 'withdrawAssets']) {
  const { method, template, answer } = exchangeOf(operationId);
  app[method === 'GET' ? 'get' : 'post'](template.replace(/\{(\w+)\}/g, ':$1'), () => Promise.resolve(answer));
}
await app.listen({ port: Number(process.argv[2]) });
