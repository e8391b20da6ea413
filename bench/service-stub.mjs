// A service that answers tokens and orders, in a process of its own, so that only the contestants are measured.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const TOKEN = JSON.stringify({ access_token: 'bench-token', expires_in: 3600, token_type: 'Bearer' });
const ORDER = '{"orderCode":1272214778972604}';

/** @returns its address; `begin(latency)` sets how long it takes, in milliseconds, and answers how many requests came since. */
export function startServiceStub() {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const next = () => new Promise((resolve) => child.once('message', resolve));
  return next().then(({ url }) => ({
    url,
    begin(latency) {
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
