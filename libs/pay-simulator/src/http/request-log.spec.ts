import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createPaySimulator } from '../index.js';
import type { ReceivedRequest } from './received-request.js';
import { RequestLog } from './request-log.js';

it('keeps the beginning of long paths and bodies in memory, and not the rest', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const used = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1_000_000;
  };
  const simulator = await createPaySimulator();
  try {
    const body = JSON.stringify({ amount: 'x'.repeat(900_000) });
    const before = used();
    for (let sent = 0; sent < 100; sent++)
      await fetch(`${simulator.url}/api/none/${'y'.repeat(5_000)}`, { method: 'POST', body });
    expect(used() - before).toBeLessThan(20);
    expect(simulator.requests().at(-1)?.path).toBe(`/api/none/${'y'.repeat(990)}`);
  } finally {
    await simulator.close();
  }
});

it('returns the texts of a request as they were, in any script, next to those of others', () => {
  const text = fc.string({ unit: 'grapheme' });
  const texts = fc.record({
    target: text,
    headers: fc.dictionary(text, text),
    request: text,
    response: fc.oneof(
      text,
      text.map((one) => one.repeat(100)),
    ),
  });
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 20 }), (all) => {
      const log = new RequestLog();
      for (const { target, headers, request, response } of all) {
        const received = { url: target, headers } as unknown as ReceivedRequest;
        log.add(received, { at: 0, method: 'GET', path: '/', status: 200 }, { request, response });
      }
      expect(log.list().map((entry) => log.texts(entry))).toEqual(
        all.map((one) => ({ ...one, headers: { ...one.headers } })),
      );
    }),
  );
});
