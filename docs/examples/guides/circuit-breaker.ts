import { expect } from '@jest/globals';
import { PayWallet as Wallet } from 'nestjs-pay/client';
import type { World } from '../world.js';
// #region example
import CircuitBreaker from 'opossum';
import { PayError, unwrap } from 'nestjs-pay/client';
import type { CancelTransactionOptions, PayWallet } from 'nestjs-pay/client';

/** Creates the breaker for refunds. Create one and keep it: each breaker counts its own calls. */
export function createRefundBreaker(pay: PayWallet) {
  const refund = async (transactionId: string, options: CancelTransactionOptions) =>
    unwrap(await pay.transactions.cancelTransaction(transactionId, options));
  return new CircuitBreaker(refund, {
    timeout: false, // opossum's timeout would hide the outcome of the call: use the client's `timeoutMs`
    errorThresholdPercentage: 50, // opens when more than half of the calls fail
    volumeThreshold: 10, // stays closed with fewer calls than this in 10 seconds
    resetTimeout: 15_000,
    capacity: 32, // concurrent calls
    errorFilter: (error) => !isServiceDown(error), // true: the error does not count as a failure
  });
}

/** Returns whether the service could not be reached, gave no response, or responded with a 5xx status. */
function isServiceDown(error: unknown): boolean {
  if (!(error instanceof PayError)) return false;
  const { outcome, retryable } = error.error;
  // Wrong options and a call that you aborted are not retryable: they say nothing about the service.
  return outcome === 'not-sent' ? retryable : outcome === 'unknown' && error.code !== 'aborted';
}

/** Refunds a payment through the breaker and returns the outcome. */
export async function refund(
  breaker: ReturnType<typeof createRefundBreaker>,
  transactionId: string,
  options: CancelTransactionOptions,
): Promise<'refunded' | 'try-again-later' | 'rejected' | 'unknown'> {
  try {
    await breaker.fire(transactionId, options);
    return 'refunded';
  } catch (error) {
    if (error instanceof PayError) {
      const { outcome, retryable } = error.error;
      if (outcome === 'not-sent') return retryable ? 'try-again-later' : 'rejected';
      return outcome;
    }
    // The breaker is open, or 32 calls are running: nothing was sent.
    if (error instanceof Error && CircuitBreaker.isOurError(error)) return 'try-again-later';
    throw error;
  }
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { simulator, wallet } = world;
  const payment = await world.payment();
  const options = { amount: 100, merchantTrns: 'refund-1' };
  const operation = 'transactions.cancelTransaction';
  const refundsSent = () => simulator.requests().filter((request) => request.operation === operation).length;

  // Rejections and invalid options leave the breaker closed.
  const breaker = createRefundBreaker(wallet);
  for (let count = 0; count < 10; count++) {
    const amount = count % 2 === 0 ? 999_999 : 0.5;
    expect(await refund(breaker, payment, { amount })).toBe('rejected');
  }
  expect(breaker.opened).toBe(false);

  // 5xx responses open it. While it is open, nothing is sent.
  simulator.faults.add({ kind: 'status', operation, status: 503, times: 11 });
  for (let count = 0; count < 11; count++) expect(await refund(breaker, payment, options)).toBe('unknown');
  expect(breaker.opened).toBe(true);
  const sent = refundsSent();
  expect(await refund(breaker, payment, options)).toBe('try-again-later');
  expect(refundsSent()).toBe(sent);
  breaker.close();
  expect(await refund(breaker, payment, options)).toBe('refunded');
  breaker.shutdown();

  // An unreachable service also opens it.
  const nowhere = { accounts: 'http://127.0.0.1:1', api: 'http://127.0.0.1:1', web: 'http://127.0.0.1:1' };
  const unreachable = new Wallet({
    ...simulator.credentials.merchant,
    dev: true,
    endpoints: nowhere,
    maxRetries: 0,
  });
  const other = createRefundBreaker(unreachable);
  for (let count = 0; count < 11; count++)
    expect(await refund(other, payment, options)).toBe('try-again-later');
  expect(other.opened).toBe(true);
  expect(other.stats.rejects).toBe(1);
  other.shutdown();
  await unreachable.close();
};
