// The floor of the simulator: collects the body, parses it and responds with one line.
import { createServer } from 'node:http';
import { measureServer } from '../measure-server.mjs';

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    if (text.startsWith('{')) JSON.parse(text);
    response.setHeader('content-type', 'application/json');
    response.end('{"orderCode":1272214778972604,"access_token":"bench-token"}');
  });
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => measureServer(`http://127.0.0.1:${server.address().port}`));
