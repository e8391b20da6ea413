import { Injectable } from '@nestjs/common';
import { OnPayEvent, PayEventType, PayTransaction } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';
import type { Transaction } from '@electric-sql/pglite';

/** Creates a promise and the function that resolves it. */
export function createDeferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Writes each payment into a table of the inbox database. Afterwards it throws an error while `failures` is above 0. */
@Injectable()
export class Books {
  static schema = '';
  failures = 0;
  attempts = 0;

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  async paid(
    event: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>,
    @PayTransaction() db: Transaction,
  ): Promise<void> {
    this.attempts++;
    await db.query(`insert into ${Books.schema}.payments values ($1, $2)`, [
      event.data.TransactionId,
      event.source,
    ]);
    if (this.failures > 0) {
      this.failures--;
      throw new Error('the books are closed');
    }
  }
}
