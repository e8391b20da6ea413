// A service with tokens and orders, in its own process, so that only the contestants are measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const TOKEN = JSON.stringify({ access_token: 'bench-token', expires_in: 3600, token_type: 'Bearer' });
const ORDER = '{"orderCode":1272214778972604}';

export async function startServiceStub() {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const [{ url }] = await once(child, 'message');
  return { url, close: () => child.kill() };
}

if (process.argv[2] === 'serve') {
  const server = createServer((request, response) =>
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(request.url === '/connect/token' ? TOKEN : ORDER);
    }),
  );
  // Contestants that wait for their turn keep their connections.
  server.keepAliveTimeout = 600_000;
  process.on('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
}
