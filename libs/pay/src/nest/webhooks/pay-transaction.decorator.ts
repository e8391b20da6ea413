const TRANSACTION_AT = Symbol('PayTransaction');

/**
 * Gives a handler of `@OnPayEvent()` the open transaction of the durable inbox: what it writes there and that the event is
 * handled are committed together, so that the effect is exactly once. A `PoolClient` with `postgresStore`, PGlite's
 * `Transaction` with `pgliteStore`. Do not commit, roll back or release it. Needs `webhooks.inbox` with such a store: the
 * application does not boot otherwise.
 *
 * @example
 * @OnPayEvent(PayEventType.TransactionPaymentCreated)
 * async paid(event: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>, @PayTransaction() db: PoolClient) {
 *   await db.query('update orders set paid = true where code = $1', [event.data.OrderCodeText]);
 * }
 */
export function PayTransaction(): ParameterDecorator {
  return (target, key, index) => {
    if (key !== undefined) Reflect.defineMetadata(TRANSACTION_AT, index, target, key);
  };
}

/** Which parameter of a method gets the transaction, null when none does. */
export function transactionParameterOf(prototype: object, method: string): number | null {
  const index: unknown = Reflect.getMetadata(TRANSACTION_AT, prototype, method);
  return typeof index === 'number' ? index : null;
}
