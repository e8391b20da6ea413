import { describe, expect, it } from '@jest/globals';
import { defineOperation } from './define-operation.js';
import { OPERATIONS } from './operations.generated.js';
import { declaredOperations } from './declared-operations.testing.js';
import { IsvOrderOptions } from './options.generated.js';

const EMPTY = { kind: 'empty' } as const;

describe('defineOperation()', () => {
  it('adds the facts of contract/, which a declaration cannot repeat or omit', () => {
    const declared = defineOperation('isv:payments.getOrder', { response: EMPTY });
    expect(declared).toEqual({
      id: 'payments.getOrder',
      method: 'GET',
      host: 'web',
      path: '/api/orders/{orderCode}',
      parameters: { orderCode: 'int64' },
      auth: 'reseller',
      retry: 'safe',
      options: { dto: IsvOrderOptions, in: 'query', toUserName: { merchantId: 'targetMerchantId' } },
      response: EMPTY,
    });
    // @ts-expect-error: contract/ says that the payload is an order.
    defineOperation('payments.getOrder', { response: { pick: () => ({ orderCode: 1 }) } });
    // @ts-expect-error: no such operation.
    expect(() => defineOperation('payments.steal', { response: EMPTY })).toThrow(TypeError);
    // @ts-expect-error: contract/ names the caller's key.
    defineOperation('transactions.rebate', { retry: { callerKey: 'sessionId' }, response: EMPTY });
    // @ts-expect-error: contract/ says that the call only reads.
    defineOperation('payments.getOrder', { retry: 'idempotent', response: EMPTY });
    // @ts-expect-error: contract/ has the path.
    defineOperation('payments.getOrder', { path: '/', response: EMPTY });
  });

  it('is called for every operation in contract/', async () => {
    const declared = (await declaredOperations()).map(({ id, method, path, auth }) =>
      [id, method, path, auth].join(' '),
    );
    const missing = Object.keys(OPERATIONS).filter((key) => {
      const { id, method, path, auth } = defineOperation(key as 'fees.retrieveFees', { response: EMPTY });
      return !declared.includes([id, method, path, auth].join(' '));
    });
    expect(missing).toEqual([]);
  });
});
