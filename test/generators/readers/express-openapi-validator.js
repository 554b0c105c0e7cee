// A server that its validator guards, and that answers with the document's examples.
import express from 'express';
import { middleware } from 'express-openapi-validator';
import { ask, document, operations } from './requests.js';

const app = express();
app.use(express.json());
app.use(middleware({ apiSpec: document, validateRequests: true, validateResponses: true }));
for (const { method, path, answer } of operations)
  app[method.toLowerCase()](path.replaceAll(/\{(\w+)\}/g, ':$1'), (_request, response) => response.json(answer));
// eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express knows a handler of errors by its four arguments
app.use((problem, _request, response, _next) => {
  response.status(problem.status ?? 500).json({ message: problem.message });
});

const server = app.listen(0, '127.0.0.1', async () => {
  console.log(JSON.stringify(await ask(`http://127.0.0.1:${server.address().port}`)));
  server.close();
});
