// The least that a server can do: a bare Fastify that looks at nothing, and gives every route its answer. JavaScript, and with as few
// imports as it needs, for its start is measured.
import fastify from 'fastify';

const [port, routes] = process.argv.slice(2);
const app = fastify();
for (const { method, url, answer } of JSON.parse(routes)) app.route({ method, url, handler: async () => answer });
await app.listen({ port: Number(port) });
