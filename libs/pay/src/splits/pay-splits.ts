import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { MarketPlaceTransactions } from '../areas/marketplace-transactions/marketplace-transactions.js';
import { MarketPlaceTransfers } from '../areas/marketplace-transfers/marketplace-transfers.js';
import { planSplit } from '../areas/marketplace-transfers/split-plan.js';
import { requireOptions, rule } from '../core/options/option-rules.js';
import { timesOf } from '../core/options/test-times.js';
import type { PaymentReturns } from '../areas/transactions/payment-returns.js';
import { unwrap } from '../core/operation/method-return.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import { exactMinorUnits } from '../core/values/money.js';
import { isObject } from '../core/values/plain-data.js';
import { UUID } from '../core/values/uuid.js';
import { PayAccounts } from '../nest/accounts/pay-accounts.js';
import { PayWiringError } from '../nest/pay.exceptions.js';
import { ReliesOnPayEvents } from '../nest/webhooks/relies-on-events.js';
import type { PayEventType } from '../webhooks/event-types.js';
import type { PayEventPayloads } from '../webhooks/payloads.generated.js';
import type { ReceivedPayEvent } from '../webhooks/received-event.js';
import type { PayIdempotency } from '../idempotency/pay-idempotency.js';
import { readJobOptions, required, requireIdempotency, requireOwnTables } from '../jobs/job-options.js';
import { SPLIT_MIGRATIONS } from './migrations.js';
import { PaySplitError } from './pay-split-error.js';
import { recordReturns, recordTransfer } from './split-external.js';
import { beginNext, recordOutcome } from './split-progress.js';
import type { MovementOutcome } from './split-progress.js';
import { newRecord, splitOf, transferOf } from './split-record.js';
import type { Movement, SplitRecord } from './split-record.js';
import { addReturn } from './split-returns.js';
import { SplitStore } from './split-store.js';
import type {
  PayRefundSplit,
  PayReverseSplit,
  PaySplit,
  PaySplitBooks,
  PaySplitPayment,
  PaySplitsOptions,
} from './split.types.js';

/** Token of the unchecked options. */
export const PAY_SPLITS_OPTIONS = 'PAY_SPLITS_OPTIONS';

const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);
const TRANSACTION_ID = required(
  rule(matches(UUID), 'the ID of the payment, a UUID'),
  'pass the ID of the payment',
);
const REFUND_ID = required(
  rule(matches(/^[\w.-]{1,60}$/), '1 to 60 letters, digits and _ . -', "'refund-17'"),
  "pass an ID of your own, for example 'refund-17'",
);
const isOutcome = (value: unknown): boolean =>
  value === 'not-done' || (isObject(value) && matches(UUID)(value['done']));
const OUTCOME_TEXT = "'not-done', or { done } with the service's ID, a UUID";
const OUTCOME = required(rule(isOutcome, OUTCOME_TEXT), `pass ${OUTCOME_TEXT}`);

const TIMES = {
  /** Longer than a call may take, with the wait for a duplicate. */
  leaseMs: 90_000,
};
const CALL = { timeoutMs: 30_000 };
const POLL_MS = 50;

interface Services {
  transfers: MarketPlaceTransfers;
  transactions: MarketPlaceTransactions;
  idempotency: PayIdempotency;
}

/**
 * Splits payments between sellers, and reverses their shares after refunds. Each movement is stored before it is sent, in the database
 * of your application, and happens once: in any number of processes, through crashes and lost responses. Amounts are in minor units.
 */
@Injectable()
@ReliesOnPayEvents('splits')
export class PaySplits implements OnModuleInit {
  readonly #store: SplitStore;
  readonly #options: ReturnType<typeof readJobOptions>;
  readonly #leaseMs: number;
  #services: Services | undefined;

  /** @throws RangeError that names each invalid option. */
  constructor(
    @Inject(PAY_SPLITS_OPTIONS) options: PaySplitsOptions,
    private readonly accounts: PayAccounts,
  ) {
    this.#options = readJobOptions('PaySplitsModule', options, {}, {});
    this.#store = new SplitStore(this.#options.sql);
    this.#leaseMs = timesOf(TIMES, options).leaseMs;
  }

  /** Creates the tables. @throws PayWiringError if PayModule lacks what transfers need. */
  async onModuleInit(): Promise<void> {
    const { account: name, migrate } = this.#options;
    const account = this.accounts.getOrThrow(name, 'PaySplitsModule');
    const risk = 'a seller cannot be paid only once';
    const idempotency = requireIdempotency('PaySplitsModule', account, 'marketplace', risk);
    await requireOwnTables('PaySplitsModule', this.accounts, account, this.#options.sql);
    this.#services = {
      transfers: account.areaOf(MarketPlaceTransfers, 'marketplace'),
      transactions: account.areaOf(MarketPlaceTransactions, 'marketplace'),
      idempotency,
    };
    await this.#store.migrate(migrate, SPLIT_MIGRATIONS);
  }

  /**
   * Splits a confirmed payment, and sends each seller its share. A repeated call sends only what was not sent.
   *
   * @param payment - `amount` is in minor units. `sellers` and `platformFee` are those of `planSplit`.
   * @returns The split. If a transfer failed, `isOpen` is true, and its movement has the message.
   * @throws PaySplitError `invalid` naming the field; `conflict` if the payment is split in another way.
   * @example
   * const split = await splits.split({ transactionId, amount, sellers: [{ connectedAccountId: seller, amount }] });
   * @see https://developer.viva.com/apis-for-payments/marketplace-api/
   */
  async split({ transactionId: id, ...payment }: PaySplitPayment): Promise<PaySplit> {
    const transactionId = checkedId(id);
    const plan = checked(() => planSplit(payment));
    await this.#store.insert(newRecord(transactionId, plan));
    const stored = await this.#read(transactionId);
    if (!isDeepStrictEqual(stored.plan, plan))
      throw new PaySplitError(
        'conflict',
        `payment ${transactionId} is stored with another split, which get() returns: repeat that one`,
      );
    return this.#carryOut(transactionId);
  }

  /**
   * Refunds the customer, then reverses the sellers' shares. Calls with the same `id` refund once. It reads first what was refunded
   * externally.
   *
   * @param refund - `amount` is in minor units. With `connectedAccountId`, only this seller returns money.
   * @returns The split. A refund that did not happen is `rejected`, and its movement has the message.
   * @throws PaySplitError `invalid`; `over-refund` if less is left; `not-found`; `conflict` if the ID is stored with other values;
   *   `refund-open` if another refund of the payment is not finished.
   * @example
   * const split = await splits.refund(transactionId, { id: 'refund-17', amount: 500, connectedAccountId: seller });
   * @see https://developer.vivawallet.com/tutorials/marketplace/issue-a-marketplace-refund/
   */
  async refund(transactionId: string, refund: PayRefundSplit): Promise<PaySplit> {
    const id = checkedReturn(transactionId, refund);
    await this.#read(id);
    const returns = await this.#readReturns(id);
    if (returns.success) await this.#recordReturns(id, returns.data);
    await this.#store.change(id, null, (record) => checked(() => addReturn(record, refund, false)));
    return this.#carryOut(id);
  }

  /**
   * Reverses the sellers' shares without a refund: the customer has the money already, for example after a refund in the service's app
   * or a lost dispute. Calls with the same `id` reverse once.
   *
   * @param reversal - `amount` is what the customer paid for the goods, in minor units. The sellers return it less the platform's fee.
   *   With `connectedAccountId`, only this seller returns money.
   * @returns The split. If a reversal failed, `isOpen` is true, and its movement has the message.
   * @throws PaySplitError `invalid`; `over-refund` if the sellers have less left; `not-found`; `conflict` if the ID is stored with other
   *   values; `refund-open` if a refund of the payment is not finished.
   * @example
   * const split = await splits.reverse(transactionId, { id: 'dispute-3', amount: 500, connectedAccountId: seller });
   * @see https://developer.viva.com/apis-for-payments/marketplace-api/
   */
  async reverse(transactionId: string, reversal: PayReverseSplit): Promise<PaySplit> {
    const id = checkedReturn(transactionId, reversal);
    await this.#read(id);
    await this.#store.change(id, null, (record) => checked(() => addReturn(record, reversal, true)));
    return this.#carryOut(id);
  }

  /**
   * Reads refunds and lost disputes of payments that were made externally, and records them. The service sends no event for disputes, so
   * call it once a day for the payments that can still be disputed. It needs two reads for each payment.
   *
   * @param payments - ID of one payment, or the time since which payments were split.
   * @returns The splits with unattributed money: see `reverse`.
   * @throws PaySplitError `not-found`. PayError if a payment cannot be read; the others are recorded.
   * @example
   * const lost = await splits.notice({ since: new Date(Date.now() - 120 * 86_400_000) });
   * @see https://github.com/VivaPayments/API
   */
  async notice(payments: string | { since: Date }): Promise<PaySplit[]> {
    const ids =
      typeof payments === 'string' ? [checkedId(payments)] : await this.#store.listSince(payments.since);
    const splits: PaySplit[] = [];
    let failure: MethodReturn<PaymentReturns> | undefined;
    for (const id of ids) {
      await this.#read(id);
      const returns = await this.#readReturns(id);
      if (returns.success) await this.#recordReturns(id, returns.data);
      else failure ??= returns;
      const split = splitOf(await this.#read(id));
      if (split.unattributed > 0) splits.push(split);
    }
    if (failure !== undefined) unwrap(failure);
    return splits;
  }

  /**
   * Sends what was not sent and asks for unknown outcomes, of all payments or one. Call it at boot and regularly.
   *
   * @returns The splits that are still open.
   * @throws PaySplitError `not-found` if the payment has no split.
   * @example
   * const open = await splits.resume();
   */
  async resume(transactionId?: string): Promise<PaySplit[]> {
    const ids = transactionId === undefined ? await this.#store.listOpen() : [checkedId(transactionId)];
    const open: PaySplit[] = [];
    for (const id of ids) {
      const { movements } = await this.#read(id);
      // A database that was lost may have sent the refund.
      const mayBeDone = movements.some(({ kind, state }) => kind === 'refund' && /^(open|sent)$/.test(state));
      const returns = mayBeDone ? await this.#readReturns(id) : null;
      if (returns?.success) await this.#recordReturns(id, returns.data);
      const split = await this.#carryOut(id);
      if (split.isOpen) open.push(split);
    }
    return open;
  }

  /**
   * Records what an event reports. Event 8448 resolves an unknown transfer or reversal, or shows one that was made externally. Event 1797
   * shows a refund that was made externally. Ignores events of other payments, and event 8448 from addresses that are not the service's.
   *
   * @returns The split that the event changed; null for none.
   * @throws PayError if the refunds of the payment cannot be read after event 1797.
   * @example
   * const changed = await splits.report(event);
   * @see https://developer.viva.com/webhooks-for-payments/transfer-created/
   */
  async report(
    event: ReceivedPayEvent<
      typeof PayEventType.TransferCreated | typeof PayEventType.TransactionReversalCreated
    >,
  ): Promise<PaySplit | null> {
    const data: Partial<PayEventPayloads[typeof PayEventType.TransferCreated]> = event.data;
    const { TransferId, TransactionId, ParentId, Amount, CurrencyCode } = data;
    const parentId = ParentId?.toLowerCase() ?? null;
    if (!TransferId) return this.#reportReversal(parentId);
    // No call confirms event 8448, so any sender could report a transfer that was not made.
    if (event.sender === 'unknown' || typeof Amount !== 'number' || !CurrencyCode) return null;
    const serviceId = TransferId.toLowerCase();
    const id = (parentId && (await this.#store.paymentOf(parentId))) ?? TransactionId?.toLowerCase();
    if (!id || (await this.#store.paymentOf(serviceId)) !== null) return null;
    const amount = exactMinorUnits(Amount, CurrencyCode);
    // The event is unconfirmed, so it can contain anything.
    if (amount === null || amount <= 0) return null;
    const changed = await this.#store.change(id, null, (record, entries) => ({
      resolved: recordTransfer(record, entries, { serviceId, amount, parentId }),
    }));
    if (changed === null) return null;
    // Without it, the key would be listed as unresolved. It returns false while the call that waits for the response still runs.
    if (changed.resolved !== null)
      await this.#ready.idempotency.resolve(keyOf(changed.resolved), {
        done: { transferId: serviceId, executed: data.Executed ?? null },
      });
    return this.#carryOut(id);
  }

  async #reportReversal(paymentId: string | null): Promise<PaySplit | null> {
    if (paymentId === null || (await this.#store.get(paymentId)) === null) return null;
    await this.#recordReturns(paymentId, unwrap(await this.#readReturns(paymentId)));
    return this.#carryOut(paymentId);
  }

  /**
   * Stores the outcome of a movement that is `sent`, as a person found it in the account. Then sends what is left.
   *
   * @param movementId - ID of the movement.
   * @param outcome - The service's ID of the transfer or refund. `'not-done'` lets the movement be sent again, so be certain.
   * @throws PaySplitError `invalid` for another outcome, or the ID of another movement; `not-found`; `in-progress` if the movement is being sent or its outcome is known.
   * @example
   * await splits.resolve(transactionId, movementId, { done: transferId });
   */
  async resolve(
    transactionId: string,
    movementId: string,
    outcome: 'not-done' | { done: string },
  ): Promise<PaySplit> {
    const id = checkedId(transactionId);
    checked(() => requireOptions({ outcome: OUTCOME }, { outcome }, ''));
    const { movements, external } = await this.#read(id);
    const movement = movements.find((one) => one.id === movementId);
    if (movement === undefined)
      throw new PaySplitError('not-found', `there is no movement ${movementId}: get() returns the IDs`);
    const { idempotency } = this.#ready;
    const done = outcome === 'not-done' ? '' : outcome.done.toLowerCase();
    const isOwn = external.some((one) => one.serviceId === done && one.kind === movement.kind);
    // The books have each ID once, so the movement could never be booked.
    if (!isOwn && (await this.#store.paymentOf(done)) !== null)
      throw new PaySplitError(
        'invalid',
        `done must be the ID of this ${movement.kind}: ${done} is that of a payment or another movement in the books`,
      );
    const dataOf = (done: string): object =>
      movement.kind === 'refund' ? { transactionId: done } : { transferId: done, executed: null };
    const isDone = outcome !== 'not-done';
    const data = isDone ? { done: dataOf(outcome.done) } : outcome;
    const isFree =
      movement.state === 'sent' &&
      ((await idempotency.resolve(keyOf(movement), data)) ||
        (await idempotency.find(keyOf(movement))) === null);
    if (!isFree)
      throw new PaySplitError(
        'in-progress',
        `the movement is ${movement.state}, or is being sent: only one that stays sent can be resolved, so read it again`,
      );
    const failed = 'Somebody found that it did not happen.';
    await this.#store.change(id, null, (record, entries) =>
      entries.push(...recordOutcome(record, movementId, isDone ? outcome : { failed })),
    );
    return this.#carryOut(id);
  }

  /** Reads the split of a payment. Resolves with null if it has none. @example const split = await splits.get(transactionId); */
  async get(transactionId: string): Promise<PaySplit | null> {
    const record = await this.#store.get(checkedId(transactionId));
    return record && splitOf(record);
  }

  /**
   * Lists splits that a person should look at: those with a movement that is not finished, or with money that no seller has returned.
   *
   * @param limit - Maximum number of splits.
   * @example const splits = await this.splits.listOpen();
   */
  async listOpen(limit = 100): Promise<PaySplit[]> {
    return (await this.#store.listUnsettled(limit)).map(splitOf);
  }

  /** Lists the newest splits. @param limit - Maximum number of splits. @example const [newest] = await this.splits.list(1); */
  async list(limit = 100): Promise<PaySplit[]> {
    return (await this.#store.listNewest(limit)).map(splitOf);
  }

  /** Adds up all movements that happened: the balance of each seller and the platform. @example const { sellers } = await splits.books(); */
  books(): Promise<PaySplitBooks> {
    return this.#store.books();
  }

  #readReturns(id: string): Promise<MethodReturn<PaymentReturns>> {
    return MarketPlaceTransactions.readReturns(this.#ready.transactions, id, CALL);
  }

  async #recordReturns(id: string, returns: PaymentReturns): Promise<void> {
    const found = await this.#store.change(id, null, (record, entries) =>
      recordReturns(record, entries, returns),
    );
    for (const { movementId, serviceId } of found ?? [])
      await this.#ready.idempotency.resolve(movementId, { done: { transactionId: serviceId } });
  }

  /** Sends movements one after the other, until none is left or an outcome is unknown. Waits while another process does. */
  async #carryOut(id: string): Promise<PaySplit> {
    await this.#read(id);
    let token = await this.#store.acquire(id, this.#leaseMs);
    while (token === null) {
      await pause(POLL_MS);
      token = await this.#store.acquire(id, this.#leaseMs);
    }
    const lease = { token, leaseMs: this.#leaseMs };
    const tried = new Set<string>();
    try {
      for (;;) {
        const next = await this.#store.change(id, lease, (record) => {
          const movement = beginNext(record, tried);
          return movement && { movement, record };
        });
        if (next === null) break;
        tried.add(next.movement.id);
        const outcome = await this.#send(next.record, next.movement);
        await this.#store.change(id, lease, (record, entries) =>
          entries.push(...recordOutcome(record, next.movement.id, outcome)),
        );
      }
    } finally {
      await this.#store.release(id, token);
    }
    return splitOf(await this.#read(id));
  }

  /** Sends a movement with its key, or gets the outcome that is stored under the key. */
  async #send(record: SplitRecord, movement: Movement): Promise<MovementOutcome> {
    const { transfers, transactions, idempotency } = this.#ready;
    const { transactionId } = record;
    const { kind, amount, refundId } = movement;
    const key = keyOf(movement);
    const call = { ...CALL, idempotencyKey: key };
    const connectedAccountId = movement.connectedAccountId ?? '';
    const result =
      kind === 'refund'
        ? await transactions.cancelTransaction(transactionId, { amount, merchantTrns: refundId ?? '' }, call)
        : kind === 'transfer'
          ? await transfers.sendFunds({ amount, connectedAccountId, transactionId }, call)
          : await transfers.createTransferReversal(
              transferOf(record, movement).serviceId ?? '',
              { amount },
              call,
            );
    if (result.success)
      return { done: 'transferId' in result.data ? result.data.transferId : result.data.transactionId };
    const { message, error } = result;
    // While the key has a record, an earlier request may have taken effect, unless it was declined.
    const stored = error.outcome === 'unknown' ? undefined : await idempotency.find(key);
    const isCertain = stored === null || (stored?.state === 'done' && stored.response === null);
    return isCertain ? { failed: message } : { unknown: message };
  }

  async #read(id: string): Promise<SplitRecord> {
    const record = await this.#store.get(id);
    if (record === null)
      throw new PaySplitError('not-found', `payment ${id} has no split: call split() first`);
    return record;
  }

  get #ready(): Services {
    if (this.#services === undefined)
      throw new PayWiringError('PaySplits is not ready: call it after app.init().');
    return this.#services;
  }
}

const keyOf = ({ id, key = id }: Movement): string => key;

/** Calls a function that checks values. @throws PaySplitError `invalid` instead of a RangeError. */
function checked<Result>(check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (error instanceof RangeError) throw new PaySplitError('invalid', error.message);
    throw error;
  }
}

function checkedId(transactionId: string): string {
  checked(() => requireOptions({ transactionId: TRANSACTION_ID }, { transactionId }, ''));
  return transactionId.toLowerCase();
}

function checkedReturn(transactionId: string, { id }: PayRefundSplit): string {
  checked(() => requireOptions({ id: REFUND_ID }, { id }, ''));
  return checkedId(transactionId);
}
