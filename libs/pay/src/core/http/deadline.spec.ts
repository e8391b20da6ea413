import { describe, expect, it } from '@jest/globals';
import { PayWallet, TransportError } from '../../client.js';
import { ID, OPTIONS } from '../../client.testing.js';

describe('the limit of a call', () => {
  /** Transport that never responses and ends only with its signal, like the real one. */
  const stalled = (sent: boolean) => ({
    send: ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_resolve, reject) => {
        const end = (): void => {
          reject(new TransportError('aborted', sent));
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end);
      }),
  });

  it('ends a call without a response, also during the token exchange', async () => {
    const client = new PayWallet({ ...OPTIONS, transport: stalled(true), timeoutMs: 20 });
    expect(await client.transactions.cancelTransaction(ID, { amount: 1 })).toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(/took longer than 20 ms.*may have taken effect/),
      error: { outcome: 'unknown', retryable: false },
    });
    expect(await client.payments.createOrder({ amount: 100 }, { timeoutMs: 10 })).toMatchObject({
      code: 'tokenerror',
      message: expect.stringMatching(/took longer than 10 ms/),
      error: { outcome: 'not-sent', retryable: true },
    });
  });

  it('causes no leak warning if one signal aborts many calls', async () => {
    const warnings: string[] = [];
    const collect = (warning: Error): void => void warnings.push(warning.name);
    process.on('warning', collect);
    const controller = new AbortController();
    const client = new PayWallet({ ...OPTIONS, transport: stalled(true) });
    const calls = Array.from({ length: 50 }, () =>
      client.payments.getOrder(1, { signal: controller.signal }),
    );
    controller.abort();
    expect((await Promise.all(calls)).every((result) => !result.success && result.code === 'aborted')).toBe(
      true,
    );
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', collect);
    expect(warnings).toEqual([]);
  });

  it('gives the code aborted if the caller’s signal ends the call', async () => {
    const controller = new AbortController();
    const client = new PayWallet({ ...OPTIONS, transport: stalled(true) });
    const call = client.payments.getOrder(1, { signal: controller.signal });
    controller.abort();
    expect(await call).toMatchObject({ code: 'aborted', error: { outcome: 'unknown', retryable: false } });
    expect(await client.payments.createOrder({ amount: 100 }, { signal: AbortSignal.abort() })).toMatchObject(
      {
        code: 'aborted',
        error: { outcome: 'not-sent' },
      },
    );
  });
});
