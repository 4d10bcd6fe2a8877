import { createServer } from 'node:http';
import { route } from './routes.ts';

const port = Number(process.env.PORT ?? 8080);

createServer(async (request, response) => {
  const answer = await route(request.method ?? 'GET', request.url ?? '/');
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer.body));
}).listen(port, () => {
  console.log(`Orchard listens on ${port}`);
});
