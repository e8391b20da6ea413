import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { createPaySimulator } from '../index.js';

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
