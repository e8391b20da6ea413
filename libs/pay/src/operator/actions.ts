import { randomUUID } from 'node:crypto';
import { OrderState } from '../areas/coded-values.generated.js';
import { describePayEventId } from '../areas/transactions/event-descriptions.js';
import type { MethodFailure } from '../core/operation/method-return.js';
import { otherCurrencyCode } from '../core/values/currencies.js';
import type { PayIdempotency } from '../idempotency/pay-idempotency.js';
import { isDone, isOpen } from './action-store.js';
import type { Action, ActionStore } from './action-store.js';
import type { OperatorAudit, Person } from './audit.js';
import type { Fields } from './fields.js';
import { money, readAmount } from './format.js';
import { t } from './html.js';
import { possibleActions, readPayment } from './payment.js';
import type { Payment } from './payment.js';
import type { MoneyCall, Place } from './places.js';
import { OperatorProblem } from './problem.js';
import type { Notices, ServiceReads } from './reads.js';

/** How long a process may work on an action before another one continues, in milliseconds. */
const LEASE_MS = 120_000;
/** How long the service may still carry out a request without a response, in milliseconds. */
export const LONGEST_DELAY_MS = 10 * 60_000;
/** Keys of these actions begin with it, so that they differ from those of other calls. */
export const KEY_PREFIX = 'op-';
const LOOKUP = { timeoutMs: 1_500 };
const MAX_REASON = 500;

const CHANGED =
  'The service’s records have changed since you decided: money moved on this payment in the meantime.';
const OVERTAKEN = 'Another action on this payment was sent since you decided.';
const PROCESS_ENDED = 'The application was stopped before it sent the request.';
const PAID = 'The order was paid before it could be canceled.';

/** Actions by their IDs, which are the references of the transactions that they made. */
export type ActionsById = ReadonlyMap<string, Action>;

/**
 * Moves money for people. An action is planned, confirmed on a page of its own, and sent with its ID as idempotency key: double clicks,
 * reloads, restarts and lost responses never move money twice.
 */
export class OperatorActions {
  constructor(
    private readonly store: ActionStore,
    private readonly reads: ServiceReads,
    private readonly audit: OperatorAudit,
    private readonly places: { find(address: string): Place | null },
    private readonly now: () => number,
  ) {}

  /** Returns the actions about a payment, oldest first. */
  ofPayment(place: Place, { orderCode }: Pick<Payment, 'orderCode'>): Promise<Action[]> {
    return this.store.about(place, orderCode);
  }

  /** Finds the actions that made transactions with these references. */
  async byReference(place: Place, references: readonly (string | null)[]): Promise<ActionsById> {
    const ids = references.filter((one) => one !== null && one.startsWith(KEY_PREFIX)) as string[];
    const found = ids.length === 0 ? [] : await this.store.named(place, ids);
    return new Map(found.map((one) => [one.id, one]));
  }

  /** Stores what a person wants to do. @param form - The fields, as typed. @throws OperatorProblem 422 if it is not possible. */
  async plan(place: Place, person: Person, payment: Payment, form: Fields): Promise<Action> {
    const { transactionId = '', why = '' } = form;
    const earlier = await this.ofPayment(place, payment);
    if (idempotencyOf(place) === undefined)
      throw new OperatorProblem(
        422,
        'This account has no store for idempotency keys, so nothing can be sent once.',
      );
    if (earlier.some(isOpen))
      throw new OperatorProblem(422, 'The outcome of an earlier action is unknown. Find it out first.');
    if (isActionMissing(earlier, payment))
      throw new OperatorProblem(422, 'The service’s records are not complete yet. Try again in a moment.');
    const found = possibleActions(payment, place).possible.find(
      (one) =>
        one.kind === form['kind'] && (one.transactionId ?? '').toLowerCase() === transactionId.toLowerCase(),
    );
    if (found === undefined) throw new OperatorProblem(422, 'That is not possible any more.');
    const { kind, most, isWhole, hasFee, currencyCode } = found;
    const read = (text = '', limit: number, least: number): number => {
      const amount = readAmount(text, currencyCode ?? '', limit, least);
      if (typeof amount !== 'number') throw new OperatorProblem(422, amount);
      return amount;
    };
    const amount = isWhole ? most : read(form['amount'], most, 1);
    // The service takes a fee that is smaller than the amount.
    const fee = hasFee ? read(form['fee'], amount - 1, 0) : null;
    if (why.trim() === '' || why.length > MAX_REASON)
      throw new OperatorProblem(
        422,
        t('Enter a reason of at most {count} characters.', { count: MAX_REASON }),
      );
    const one = payment.transactions.find(({ TransactionId }) => TransactionId === found.transactionId);
    const action: Action = {
      ...{ id: `${KEY_PREFIX}${randomUUID()}`, account: place.account, merchantId: place.merchantId },
      ...{
        kind,
        way: place.ways.find((one) => one === form['way']) ?? 'usual',
        orderCode: payment.orderCode,
        reference: payment.order.MerchantTrns,
      },
      ...{ transactionId: found.transactionId, amount, fee, sourceCode: one?.SourceCode ?? '' },
      ...{ currencyCode, basis: most, why: why.trim(), who: person.name },
      ...{ plannedAt: this.now(), confirmedAt: null, isAudited: false },
      ...{ state: 'planned', message: null, nextStep: null, resultId: null },
    };
    requireLimit(person, action, earlier);
    await this.store.insert(place, action);
    return action;
  }

  /** Returns an action. @throws OperatorProblem 404 if the place has none with this ID. */
  async find(place: Place, id: string): Promise<Action> {
    const action = await this.store.find(place, id);
    if (action === null) throw new OperatorProblem(404, 'There is no such action.');
    return action;
  }

  /** Returns the action as a person sees it: one that another click is confirming does not wait for a confirmation. */
  async show(place: Place, id: string): Promise<Action> {
    const action = await this.lookUp(place, await this.find(place, id));
    const isConfirming = action.state === 'planned' && (await this.store.isLeased(id));
    return isConfirming ? { ...action, state: 'sending' } : action;
  }

  /**
   * Sends a planned action, or asks again for one whose outcome is unknown. A repeated call uses the same idempotency key.
   *
   * @throws OperatorProblem if the person may not, or the audit fails: then nothing was sent.
   */
  async confirm(place: Place, person: Person, id: string): Promise<void> {
    const known = await this.find(place, id);
    if (known.state !== 'planned' && !isOpen(known)) return;
    if (!person.refund) throw new OperatorProblem(403, 'You may not do that.');
    const token = await this.store.acquire(id, LEASE_MS);
    // Another click is confirming it.
    if (token === null) return;
    try {
      const action = known.state === 'planned' ? await this.#start(place, person, known, token) : known;
      if (action === null || !isOpen(action)) return;
      if (!action.isAudited) await this.#auditIntent(place, action, token);
      // A process that waited too long for the audit must not send any more.
      if ((await this.store.change(id, token, () => ({ isAudited: true }), LEASE_MS)) === null) return;
      await this.#send(place, action, known.state !== 'planned');
    } finally {
      await this.store.release(id, token);
    }
  }

  /** Marks an action as being sent. Resolves with null if it was withheld. */
  async #start(place: Place, person: Person, action: Action, token: string): Promise<Action | null> {
    const withhold = (message: string): Promise<Action | null> =>
      this.store.change(action.id, token, ({ state }) =>
        state === 'planned' ? { state: 'withheld', message } : null,
      );
    const payment = await this.#present(place, action.orderCode);
    requireLimit(person, action, await this.ofPayment(place, action));
    const { possible } = possibleActions(payment, place);
    const left = possible.find(
      (one) => one.kind === action.kind && one.transactionId === action.transactionId,
    );
    if (left === undefined || left.most !== action.basis) return withhold(CHANGED);
    const confirmed = { confirmedAt: this.now(), who: person.name };
    // Again, because the person may be confirming another action on this payment at this moment.
    const check = (others: readonly Action[]): void => requireLimit(person, action, others);
    const marked = await this.store.markSending(action.id, token, confirmed, LEASE_MS, check);
    return marked ?? withhold(OVERTAKEN);
  }

  /** Reads a payment without the cache, also if the budget is used up, because a person has confirmed an action. */
  #present(place: Place, orderCode: string): Promise<Payment> {
    this.reads.forget(place);
    this.reads.reserve(2);
    return readPayment(this.reads, place, orderCode, new Map() satisfies Notices);
  }

  async #auditIntent(place: Place, action: Action, token: string): Promise<void> {
    try {
      await this.audit.intent(place, intentOf(action));
    } catch (error) {
      await this.store.change(action.id, token, () => ({ state: 'planned', confirmedAt: null }));
      throw error;
    }
  }

  /** @param isRepeated - Whether an earlier request may have been carried out, whatever happens to this one. */
  async #send(place: Place, action: Action, isRepeated: boolean): Promise<void> {
    const result = await place.send(action, { idempotencyKey: action.id });
    this.reads.forget(place);
    const ended = result.success
      ? await this.#success(place, action, result.data)
      : failureState(result, isRepeated);
    await this.#end(place, action, ended);
  }

  async #success(place: Place, { kind, orderCode }: Action, data: object | null): Promise<Partial<Action>> {
    if (kind !== 'cancel') return { state: 'done', resultId: idIn(data) };
    // The service also reports success for an order that was paid before.
    const { order } = await this.#present(place, orderCode);
    return order.StateId === OrderState.Paid ? { state: 'rejected', message: PAID } : { state: 'done' };
  }

  /** Stores the outcome once, and writes the second entry of the audit. */
  async #end(place: Place, { id }: Action, changed: Partial<Action>): Promise<void> {
    // What an earlier request failed with does not describe the outcome.
    const whole = { message: null, nextStep: null, ...changed };
    const ended = await this.store.change(id, null, (action) => (isOpen(action) ? whole : null));
    if (ended === null || isOpen(ended)) return;
    const outcome = isDone(ended) ? 'done' : 'not-done';
    await this.audit.result(place, intentOf(ended), { outcome, message: ended.message });
  }

  /**
   * Looks up an open action in the service's records. Sends nothing, so a page or a timer may do it. Resolves with the action as it is
   * afterwards.
   */
  async lookUp(place: Place, action: Action): Promise<Action> {
    const idempotency = idempotencyOf(place);
    if (!isOpen(action) || idempotency === undefined) return action;
    const token = await this.store.acquire(action.id, LEASE_MS);
    if (token === null) return action;
    try {
      const record = await idempotency.find(action.id);
      if (record === null) {
        // The record is stored before the request is sent. An engineer may have freed the key of a lost one.
        const isLost = action.state === 'unknown';
        const end: Partial<Action> = isLost
          ? { state: 'dismissed' }
          : { state: 'not-sent', message: PROCESS_ENDED };
        await this.#end(place, action, end);
      } else if (record.state === 'done' || (await this.#isDone(place, record.outcomeLookup))) {
        // The call with the same key returns the stored or found response.
        await this.#send(place, action, true);
      }
    } finally {
      await this.store.release(action.id, token);
    }
    return this.find(place, action.id);
  }

  async #isDone(place: Place, outcomeLookup: MethodFailure['error']['outcomeLookup']): Promise<boolean> {
    if (outcomeLookup === null || !this.reads.take(2)) return false;
    const lost = { success: false, error: { outcome: 'unknown', outcomeLookup }, meta: LOST };
    const found = await place.resolveOutcome(lost as MethodFailure, LOOKUP);
    return found.success && found.data.state === 'done';
  }

  /** Looks up all open actions. */
  async lookUpAll(): Promise<void> {
    for (const action of await this.store.listOpen(null)) {
      const place = this.places.find(action.place);
      if (place !== null) await this.lookUp(place, action);
    }
  }

  /** Returns whether a person may say that an action did not happen: the service can no longer carry it out. */
  async canDismiss(place: Place, { id, state }: Action): Promise<boolean> {
    if (state !== 'unknown') return false;
    const found = await idempotencyOf(place)?.store.get(id);
    return found?.record != null && found.now - found.record.sentAt >= LONGEST_DELAY_MS;
  }

  /** Stores an outcome that a person found out. */
  async resolve(place: Place, person: Person, id: string, didHappen: boolean): Promise<void> {
    const action = await this.find(place, id);
    if (action.state !== 'unknown' || !(didHappen || (await this.canDismiss(place, action))))
      throw new OperatorProblem(409, 'That cannot be said yet: the service may still carry it out.');
    const { orderCode, transactionId, amount, currencyCode } = action;
    const about = { orderCode, transactionId, amount, currencyCode };
    await this.audit.around(place, { ...about, who: person.name, what: 'resolve' }, async () => {
      const outcome = didHappen ? ({ done: {} } as const) : 'not-done';
      const isStored = (await idempotencyOf(place)?.resolve(id, outcome)) ?? false;
      if (isStored) await this.#end(place, action, { state: didHappen ? 'found' : 'dismissed' });
      return isStored;
    });
  }
}

const LOST = { operation: 'the call', httpStatus: null, correlationId: null, attempts: 0, durationMs: 0 };

export const idempotencyOf = ({ payAccount }: Place): PayIdempotency | undefined =>
  payAccount.options.idempotency;

function idIn(data: object | null): string | null {
  const { TransactionId, transactionId = TransactionId } = (data ?? {}) as Record<string, unknown>;
  return typeof transactionId === 'string' ? transactionId : null;
}

function failureState(failure: MethodFailure<string>, isRepeated: boolean): Partial<Action> {
  const { outcome, outcomeLookup, eventId } = failure.error;
  // A rejection with a lookup follows an earlier request, whose outcome it does not show.
  const isKnown = outcome === 'not-sent' ? !isRepeated : outcome === 'rejected' && outcomeLookup === null;
  const nextStep = eventId === null ? null : describePayEventId(eventId).nextStep;
  return { state: isKnown ? outcome : 'unknown', message: failure.message, nextStep };
}

/** Returns whether the service's list lacks a transaction that an action made. Then its amounts would be too high. */
function isActionMissing(earlier: readonly Action[], { transactions }: Payment): boolean {
  const ids = new Set(transactions.map(({ TransactionId }) => TransactionId.toLowerCase()));
  return earlier.some(
    ({ state, resultId }) => state === 'done' && resultId !== null && !ids.has(resultId.toLowerCase()),
  );
}

const numericCode = (code: string): string => (/^\d+$/.test(code) ? code : otherCurrencyCode(code));

/** @throws OperatorProblem 403 if the amount, with what the person did with the payment before, exceeds the limit. */
function requireLimit(person: Person, action: Action, earlier: readonly Action[]): void {
  const { refund } = person;
  if (refund === true) return;
  if (typeof refund !== 'object') throw new OperatorProblem(403, 'You may not do that.');
  const others = earlier.filter(({ id }) => id !== action.id);
  if (action.amount <= leftOfLimit(person, others, action.currencyCode)) return;
  const currency = refund.currencyCode ? numericCode(refund.currencyCode) : action.currencyCode;
  const amount = money(refund.maxAmount, currency ?? '');
  throw new OperatorProblem(
    403,
    t('You may not do that: your limit for one payment is {amount}.', { amount }),
  );
}

/** Returns how much of a payment a person may still move, in minor units. @param actions - All actions on the payment. */
export function leftOfLimit(
  { refund, name }: Person,
  actions: readonly Action[],
  currencyCode: string | null,
): number {
  if (refund === true) return Number.POSITIVE_INFINITY;
  if (typeof refund !== 'object') return 0;
  const own = refund.currencyCode && numericCode(refund.currencyCode);
  if (own && currencyCode !== null && currencyCode !== own) return 0;
  return actions
    .filter((one) => one.who === name && (isOpen(one) || isDone(one)))
    .reduce((left, { amount }) => left - amount, refund.maxAmount);
}

function intentOf({ who, kind, why, id, orderCode, transactionId, amount, fee, currencyCode }: Action) {
  const isMoney = kind !== 'cancel';
  return {
    ...{ who, what: kind satisfies MoneyCall['kind'], why, key: id, orderCode, transactionId, currencyCode },
    ...{ amount: isMoney ? amount : null, fee: fee ?? null },
  };
}
