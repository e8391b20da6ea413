// A service with tokens and orders, in its own process, so that only the contestants are measured.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const TOKEN = JSON.stringify({ access_token: 'bench-token', expires_in: 3600, token_type: 'Bearer' });
const ORDER = '{"orderCode":1272214778972604}';

/** @returns The URL; `startCounting(latency)` sets the latency in milliseconds, and returns the number of requests since its last call. */
export function startServiceStub() {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const next = () => new Promise((resolve) => child.once('message', resolve));
  return next().then(({ url }) => ({
    url,
    startCounting(latency) {
      const answer = next();
      child.send({ latency });
      return answer.then(({ requests }) => requests);
    },
    close: () => child.kill(),
  }));
}

if (process.argv[2] === 'serve') {
  let latency = 0;
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const answer = () => {
      response.setHeader('content-type', 'application/json');
      response.end(request.url === '/connect/token' ? TOKEN : ORDER);
    };
    request.resume().on('end', () => (latency === 0 ? answer() : setTimeout(answer, latency)));
  });
  process.on('message', (message) => {
    process.send({ requests });
    latency = message.latency;
    requests = 0;
  });
  server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
}
