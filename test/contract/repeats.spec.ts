import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { builtRows, callRow, clientsAt, isRepeatable } from './contract-calls.js';
import type { ContractRow } from './contract.js';

const TOKEN = '{"access_token":"t","expires_in":3600,"token_type":"Bearer"}';

/** Number of requests for each path, without token exchanges. */
const received = new Map<string, number>();
const server = createServer((request, response) => {
  const [, run = '', kind, ...path] = (request.url ?? '').split('/');
  request.resume().on('end', () => {
    const isToken = path.join('/') === 'connect/token' && !isExchange.has(run);
    if (isToken) return void response.writeHead(200).end(TOKEN);
    received.set(run, (received.get(run) ?? 0) + 1);
    if (kind === 'reset') request.socket.resetAndDestroy();
    else response.writeHead(503).end();
  });
});
/** Runs of operations that are token exchanges themselves. */
const isExchange = new Set<string>();

let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each(['503', 'reset'])(
  'every call is repeated after a %s exactly if the contract allows it',
  async (kind) => {
    const name = (row: ContractRow): string => `${row.name}`;
    const requests = await Promise.all(
      builtRows.map(async (row, index) => {
        const run = `${kind}-${index}`;
        if (row.operation.path === '/connect/token') isExchange.add(run);
        const clients = clientsAt(`${base}/${run}/${kind}`, 1);
        const result = await callRow(row, clients);
        expect(result.success).toBe(false);
        await Promise.all(Object.values(clients).map((client) => client.close()));
        return [name(row), received.get(run)];
      }),
    );
    expect(requests.length).toBeGreaterThan(90);
    expect(requests).toEqual(builtRows.map((row) => [name(row), isRepeatable(row) ? 2 : 1]));
  },
  60_000,
);
