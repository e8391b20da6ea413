// A service that answers tokens and orders at once, in a process of its own, so that only the contestants are measured.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const TOKEN = JSON.stringify({ access_token: 'bench-token', expires_in: 3600, token_type: 'Bearer' });
const ORDER = '{"orderCode":1272214778972604}';

export function startServiceStub() {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  return new Promise((resolve) =>
    child.once('message', ({ url }) => resolve({ url, close: () => child.kill() })),
  );
}

if (process.argv[2] === 'serve') {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(request.url === '/connect/token' ? TOKEN : ORDER);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
}
