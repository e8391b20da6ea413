import { randomUUID } from 'node:crypto';
import { OrderState } from '../areas/coded-values.generated.js';
import { describePayEventId } from '../areas/transactions/event-descriptions.js';
import type { MethodFailure } from '../core/operation/method-return.js';
import { otherCurrencyCode } from '../core/values/currencies.js';
import { isSameId } from '../core/values/uuid.js';
import { isUniqueViolation } from '../stores/sql/unique-violation.js';
import { isDone, isOpen, subjectOf } from './action-store.js';
import type { Action, ActionStore } from './action-store.js';
import type { OperatorAudit, Person } from './audit.js';
import type { Fields } from './fields.js';
import { money, readAmount } from './format.js';
import { readPayment } from './payment.js';
import type { Payment } from './payment.js';
import type { OperatorPlaces, Place } from './places.js';
import { problem } from './problem.js';
import type { ServiceReads } from './reads.js';

/** How long a process may take from the confirmation to the request, in milliseconds. */
const MAX_START_MS = 120_000;
/** How long the service may still carry out a request without a response, in milliseconds. */
const LONGEST_DELAY_MS = 10 * 60_000;
/** Keys of these actions begin with it, so that they differ from those of other calls. */
export const KEY_PREFIX = 'op-';
const LOOKUP = { timeoutMs: 1_500 };
const MAX_REASON = 500;

const CHANGED =
  'The service’s records have changed since you decided: money moved on this payment in the meantime.';
const OVERTAKEN = 'Another action on this payment was sent since you decided.';
const PROCESS_ENDED = 'The application was stopped before it sent the request.';
const PAID = 'The order was paid before it could be canceled.';

/** Another action took effect. */
class OvertakenError extends Error {}

/** Actions by their IDs, which are the references of the transactions that they made. */
export type ActionsById = ReadonlyMap<string, Action>;

/**
 * Moves money for people. An action is planned, confirmed on a page of its own, and sent with its ID as idempotency key: double clicks,
 * reloads, restarts and lost responses never move money twice.
 */
export class OperatorActions {
  constructor(
    private readonly parts: {
      readonly store: ActionStore;
      readonly reads: ServiceReads;
      readonly audit: OperatorAudit;
      readonly places: OperatorPlaces;
    },
    private readonly now: () => number,
  ) {}

  /** Finds the actions that made transactions with these references. */
  async byReference(place: Place, references: readonly (string | null)[]): Promise<ActionsById> {
    const ids = references.filter((one) => one !== null && one.startsWith(KEY_PREFIX)) as string[];
    const found = ids.length === 0 ? [] : await this.parts.store.named(place.address, ids);
    return new Map(found.map((one) => [one.id, one]));
  }

  /** Stores what a person wants to do. @param form - The fields, as typed. @throws OperatorProblem 422 if it is not possible. */
  async plan(place: Place, person: Person, payment: Payment, form: Fields): Promise<Action> {
    const { store } = this.parts;
    const { transactionId = '', why = '' } = form;
    const { orderCode, order, transactions, possible } = payment;
    const earlier = await store.about(place.address, orderCode);
    if (place.idempotency === undefined) throw problem('no-keys');
    if (earlier.some(isOpen)) throw problem('open-action');
    if (isActionMissing(earlier, payment)) throw problem('incomplete');
    const found = possible.find(
      (one) => one.kind === form['kind'] && isSameId(one.transactionId ?? '', transactionId),
    );
    if (found === undefined) throw problem('not-possible');
    const { most, isWhole, hasFee, currencyCode } = found;
    const amount = isWhole ? most : readAmount(form['amount'], currencyCode, most);
    // The service takes a fee that is smaller than the amount.
    const fee = hasFee ? readAmount(form['fee'], currencyCode, amount - 1, 0) : null;
    if (why.trim() === '' || why.length > MAX_REASON) throw problem('reason', { count: MAX_REASON });
    const one = transactions.find(({ TransactionId }) => TransactionId === found.transactionId);
    const action: Action = {
      ...{ id: `${KEY_PREFIX}${randomUUID()}`, place: place.address },
      ...{ account: place.account, merchantId: place.merchantId },
      ...{ kind: found.kind, way: place.calls.ways.find((way) => way === form['way']) ?? 'usual' },
      ...{ orderCode, reference: order.MerchantTrns },
      ...{ transactionId: found.transactionId, amount, fee, sourceCode: one?.SourceCode ?? '' },
      ...{ currencyCode, basis: most, why: why.trim(), who: person.name },
      ...{ plannedAt: this.now(), confirmedAt: null, isAudited: false },
      ...{ state: 'planned', message: null, nextStep: null, resultId: null },
    };
    requireLimit(person, action, earlier);
    await store.insert(action);
    return action;
  }

  /** Returns an action. @throws OperatorProblem 404 if the place has none with this ID. */
  async find({ address }: Place, id: string): Promise<Action> {
    const action = await this.parts.store.get(id);
    if (action?.place !== address) throw problem('no-action');
    return action;
  }

  /**
   * Sends a planned action, or asks again for one whose outcome is unknown. A repeated call uses the same idempotency key.
   *
   * @throws OperatorProblem if the person may not, or the audit fails: then nothing was sent.
   */
  async confirm(place: Place, person: Person, id: string): Promise<Action> {
    const action = await this.find(place, id);
    if (isOpen(action)) return this.lookUp(place, action, true);
    const started = action.state === 'planned' ? await this.#start(place, person, action) : null;
    // Null if another click has confirmed it.
    if (started !== null) await this.#send(place, started, false);
    return this.find(place, id);
  }

  /** Marks an action as being sent, and writes it into the audit. Resolves with null if it is not to be sent. */
  async #start(place: Place, person: Person, action: Action): Promise<Action | null> {
    const { store, audit } = this.parts;
    const withhold = async (message: string): Promise<null> => {
      await store.change(action, { state: 'withheld', message });
      return null;
    };
    const { possible } = await this.#present(place, action);
    requireLimit(person, action, await store.about(place.address, action.orderCode));
    const { kind, transactionId, basis } = action;
    if (
      !possible.some((one) => one.kind === kind && one.transactionId === transactionId && one.most === basis)
    )
      return withhold(CHANGED);
    const confirmed = { state: 'sending', confirmedAt: this.now(), who: person.name } as const;
    const marked = await store
      .change(action, confirmed, (others) => {
        // Again, because the person may be confirming another action on this payment at this moment.
        requireLimit(person, action, others);
        if (others.some((one) => isAfter(one, action))) throw new OvertakenError();
      })
      .catch((error: unknown) => {
        if (error instanceof OvertakenError || isUniqueViolation(error)) return withhold(OVERTAKEN);
        throw error;
      });
    if (marked === null) return null;
    try {
      await audit.intent(place, intentOf(marked));
    } catch (error) {
      await store.change(marked, { state: 'planned', confirmedAt: null });
      throw error;
    }
    // A process that waited too long for the audit must not send any more: then another one has ended the action.
    return store.change(marked, { isAudited: true, confirmedAt: this.now() });
  }

  /** Reads a payment without the cache, also if the budget is used up, because a person has confirmed an action. */
  #present(place: Place, { orderCode }: Action): Promise<Payment> {
    const { reads } = this.parts;
    reads.forget(place.address);
    reads.reserve(2);
    return readPayment(place, orderCode);
  }

  /** @param isRepeated - Whether an earlier request may have been carried out, whatever happens to this one. */
  async #send(place: Place, action: Action, isRepeated: boolean): Promise<void> {
    const result = await place.calls.send(action);
    this.parts.reads.forget(place.address);
    const ended = result.success
      ? await this.#success(place, action, result.data)
      : failureState(result, isRepeated);
    await this.#end(place, action, ended);
  }

  async #success(place: Place, action: Action, data: object | null): Promise<Partial<Action>> {
    if (action.kind !== 'cancel') return { state: 'done', resultId: idIn(data) };
    // The service also reports success for an order that was paid before.
    const { order } = await this.#present(place, action);
    return order.StateId === OrderState.Paid ? { state: 'rejected', message: PAID } : { state: 'done' };
  }

  /** Stores the outcome once, and writes the second entry of the audit. */
  async #end(place: Place, action: Action, changed: Partial<Action>): Promise<void> {
    const { store, audit } = this.parts;
    // What an earlier request failed with does not describe the outcome.
    const ended = await store.change(action, { message: null, nextStep: null, ...changed });
    if (ended === null || isOpen(ended)) return;
    const { message } = ended;
    await audit.result(place, intentOf(ended), { outcome: isDone(ended) ? 'done' : 'not-done', message });
  }

  /**
   * Looks up an open action by the record of its key, and in the service's records. Resolves with the action as it is afterwards.
   *
   * @param isAsked - Whether a person has asked for it. Otherwise nothing is sent, so a page or a timer may look it up.
   */
  async lookUp(place: Place, action: Action, isAsked = false): Promise<Action> {
    const { id, state, confirmedAt } = action;
    const { idempotency } = place;
    if (!isOpen(action) || idempotency === undefined) return action;
    await idempotency.migrate();
    const { record, now } = await idempotency.store.get(id);
    if (record === null) {
      // The record is stored before the request is sent. An engineer may have freed the key of a lost one.
      if (state === 'unknown') await this.#end(place, action, { state: 'dismissed' });
      else if (this.now() - (confirmedAt ?? 0) > MAX_START_MS)
        await this.#end(place, action, { state: 'not-sent', message: PROCESS_ENDED });
    } else if (record.state === 'done' || record.leasedUntil <= now) {
      // The call with the same key returns the stored or found response.
      if (isAsked || record.state === 'done' || (await this.#isDone(place, record.outcomeLookup)))
        await this.#send(place, action, true);
    }
    return this.find(place, id);
  }

  async #isDone(place: Place, outcomeLookup: MethodFailure['error']['outcomeLookup']): Promise<boolean> {
    if (outcomeLookup === null || !this.parts.reads.take(2)) return false;
    const lost = { success: false, error: { outcome: 'unknown', outcomeLookup }, meta: LOST };
    const found = await place.calls.outcomes.resolveOutcome(lost as MethodFailure, LOOKUP);
    return found.success && found.data.state === 'done';
  }

  /** Looks up all open actions. */
  async lookUpAll(): Promise<void> {
    for (const action of await this.parts.store.listOpen(null)) {
      const place = this.parts.places.find(action.place);
      if (place !== null) await this.lookUp(place, action);
    }
  }

  /** Returns whether a person may say that an action did not happen: the service can no longer carry it out. */
  async canDismiss({ idempotency }: Place, { id, state }: Action): Promise<boolean> {
    if (state !== 'unknown') return false;
    const found = await idempotency?.store.get(id);
    return found?.record != null && found.now - found.record.sentAt >= LONGEST_DELAY_MS;
  }

  /** Stores an outcome that a person found out. */
  async resolve(place: Place, person: Person, id: string, didHappen: boolean): Promise<Action> {
    const action = await this.find(place, id);
    if (action.state !== 'unknown' || !(didHappen || (await this.canDismiss(place, action))))
      throw problem('may-happen');
    const { orderCode, transactionId, amount, currencyCode } = action;
    const about = { orderCode, transactionId, amount, currencyCode };
    await this.parts.audit.around(place, { ...about, who: person.name, what: 'resolve' }, async () => {
      const isStored = await place.idempotency?.resolve(id, didHappen ? { done: {} } : 'not-done');
      if (isStored) await this.#end(place, action, { state: didHappen ? 'found' : 'dismissed' });
      return isStored ?? false;
    });
    return this.find(place, id);
  }
}

const LOST = { operation: 'the call', httpStatus: null, correlationId: null, attempts: 0, durationMs: 0 };

/** Returns whether another action on the same subject took effect since one was planned. */
const isAfter = (other: Action, action: Action): boolean =>
  subjectOf(other) === subjectOf(action) && isDone(other) && (other.confirmedAt ?? 0) >= action.plannedAt;

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
const isActionMissing = (earlier: readonly Action[], { transactions }: Payment): boolean =>
  earlier.some(
    ({ state, resultId }) =>
      state === 'done' &&
      resultId !== null &&
      !transactions.some(({ TransactionId }) => isSameId(TransactionId, resultId)),
  );

const numericCode = (code: string): string => (/^\d+$/.test(code) ? code : otherCurrencyCode(code));

/** @throws OperatorProblem 403 if the amount, with what the person did with the payment before, exceeds the limit. */
function requireLimit(person: Person, action: Action, earlier: readonly Action[]): void {
  const others = earlier.filter(({ id }) => id !== action.id);
  if (action.amount <= leftOfLimit(person, others, action.currencyCode)) return;
  const { maxAmount = 0, currencyCode = '' } = typeof person.refund === 'object' ? person.refund : {};
  const currency = currencyCode ? numericCode(currencyCode) : action.currencyCode;
  throw problem('limit', { amount: money(maxAmount, currency) });
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
  const about = { who, what: kind, why, key: id, orderCode, transactionId, currencyCode };
  return { ...about, amount: kind === 'cancel' ? null : amount, fee: fee ?? null };
}
