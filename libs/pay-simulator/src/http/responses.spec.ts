import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, jest } from '@jest/globals';
import { createPaySimulator } from '../index.js';
import { jsonReply } from './reply.js';
import { respondSoon } from './responses.js';

it('sends the responses of one iteration of the event loop, also those after one that cannot be written or that has no client any more', async () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((_, response) => {
    if (waiting.push(response) < 4) return;
    const [gone, broken, ...others] = waiting;
    gone!.socket!.destroy();
    respondSoon(gone!, jsonReply(200, '{}'));
    respondSoon(broken!, jsonReply(200, '{}', { location: 'with\nline' }));
    for (const other of others) respondSoon(other, jsonReply(200, '{"name":"Ψωμί"}', { 'x-other': 'yes' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const get = async (): Promise<unknown> => {
    const { status, headers, text } = await fetch(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }));
    return [status, headers.get('x-other'), text];
  };
  try {
    const results = await Promise.allSettled([get(), get(), get(), get()]);
    const values = results.map((result) => (result.status === 'fulfilled' ? result.value : 'rejected'));
    expect(values.map((value) => JSON.stringify(value)).toSorted()).toEqual(
      [
        'rejected',
        [200, 'yes', '{"name":"Ψωμί"}'],
        [200, 'yes', '{"name":"Ψωμί"}'],
        [500, null, '{"error":"The simulator failed on this request"}'],
      ]
        .map((value) => JSON.stringify(value))
        .toSorted(),
    );
  } finally {
    server.close();
  }
});

it('responds also while the timers of a test are fake', async () => {
  const simulator = await createPaySimulator({ clock: 'manual' });
  jest.useFakeTimers();
  try {
    expect((await fetch(`${simulator.url}/_simulator/clock`)).status).toBe(200);
  } finally {
    jest.useRealTimers();
    await simulator.close();
  }
});
