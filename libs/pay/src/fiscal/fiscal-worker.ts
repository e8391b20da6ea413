import { backOffMs } from '../core/values/back-off.js';
import { DAY_MS } from '../core/values/durations.js';
import { systemClock } from '../core/values/clock.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import { withinTime } from '../core/values/time-limit.js';
import { PollLoop } from '../inbox/poll-loop.js';
import { StepWorker } from '../jobs/step-worker.js';
import type { HookedTill } from '../till/sale-hook.js';
import { paymentOf, signatureOf, unusedAttempts } from './fiscal-record.js';
import type { FiscalRecord } from './fiscal-record.js';
import type { ClaimedRecord, FiscalStore, RecordChange } from './fiscal-store.js';
import type { FiscalReport, PayFiscalOptions, PayFiscalProvider } from './fiscal.types.js';

/** Calls of the provider that one process makes at the same time. */
const MAX_STEPS = 20;
const CALL_MS = 30_000;
/** Longer than the calls of a step. */
const LEASE_MS = 120_000;
const FIRST_RETRY_MS = 1_000;
/** A terminal sells by itself for up to 48 hours after a lost connection, which can touch three days. */
const AUTONOMOUS_DAYS = 3;
/** Most days that are read after the application was off. */
const MAX_AUTONOMOUS_DAYS = 31;

/** Reports payments until the provider confirms them, and cancels unused signatures. */
export class FiscalWorker extends StepWorker<ClaimedRecord> {
  readonly #autonomous: PollLoop;
  #isGapLogged = false;

  constructor(
    private readonly store: FiscalStore,
    private readonly till: HookedTill,
    private readonly options: PayFiscalOptions &
      Readonly<Record<'pollMs' | 'maxRetryMs' | 'autonomousMs', number>>,
    onError: (text: string) => void,
  ) {
    super(options.pollMs, MAX_STEPS, onError);
    this.#autonomous = new PollLoop(systemClock, options.autonomousMs, () => this.#readAutonomous());
  }

  override start(): void {
    super.start();
    this.#autonomous.start();
  }

  override async stop(): Promise<void> {
    await Promise.all([super.stop(), this.#autonomous.stop()]);
  }

  /** Reads the autonomous sales of the terminals now. */
  async readAutonomous(): Promise<void> {
    this.#autonomous.wake();
    await this.#autonomous.idle();
  }

  protected claim(limit: number): Promise<ClaimedRecord[]> {
    return this.store.claim(limit, LEASE_MS);
  }

  /** The lease ends also if the database fails, because each call has its key. */
  protected async step(record: ClaimedRecord): Promise<void> {
    try {
      await this.#report(record);
    } finally {
      await this.store.release(record);
    }
  }

  async #report(record: ClaimedRecord): Promise<void> {
    const { provider, issuer, maxRetryMs } = this.options;
    const isUnreported = record.state === 'paid' && record.reportedAt === null;
    try {
      const report = isUnreported
        ? checkedReport(
            await this.#call(this.store.keyOf(record.id), (call) =>
              provider.report(paymentOf(record, issuer), call),
            ),
          )
        : null;
      if (report !== null) await this.store.change(record.id, (row) => reported(row, report));
      await this.#cancelUnused(record, provider);
    } catch (error) {
      const reason = describeThrown(error).message;
      const message = `The e-invoicing provider did not take ${isUnreported ? 'the payment' : 'the cancellation of a signature'}, and is asked again: ${reason}`;
      if (record.failures === 0) this.onError(`fiscal sale ${record.id}: ${message}`);
      await this.store.change(record.id, ({ failures }) => ({
        ...{ message, failures: failures + 1, isStep: true },
        dueInMs: backOffMs(failures + 1, { firstMs: FIRST_RETRY_MS, maxMs: maxRetryMs }),
      }));
    }
  }

  async #cancelUnused(record: FiscalRecord, provider: PayFiscalProvider): Promise<void> {
    for (const attempt of provider.cancel === undefined ? [] : unusedAttempts(record)) {
      await this.#call(attempt.key, (call) => provider.cancel?.(signatureOf(attempt), call));
      await this.store.change(record.id, ({ attempts }) => ({
        attempts: attempts.map((one) => (one.key === attempt.key ? { ...one, isCanceled: true } : one)),
      }));
    }
    await this.store.change(record.id, () => DONE);
  }

  #call<Result>(
    key: string,
    call: (options: { key: string; signal: AbortSignal }) => Promise<Result> | undefined,
  ): Promise<Result | undefined> {
    const signal = AbortSignal.any([AbortSignal.timeout(CALL_MS), this.closing.signal]);
    const calling = Promise.resolve().then(() => call({ key, signal }));
    return withinTime(systemClock, CALL_MS, calling, 'it took too long');
  }

  /**
   * Stores the sales that terminals have made without a connection, each one once. It continues two days before the last day that was
   * read, because a terminal can deliver a sale that late.
   */
  async #readAutonomous(): Promise<void> {
    const today = Math.floor((this.store.sql.now()?.getTime() ?? Date.now()) / DAY_MS);
    let date = dateOf(today);
    try {
      const last = await this.store.lastAutonomousDay();
      for (let day = this.#firstDay(today, last ?? today); day <= today; day++) {
        date = dateOf(day);
        await this.#readDay(date);
        if (day > (last ?? 0)) await this.store.saveAutonomousDay(day);
      }
    } catch (error) {
      if (this.closing.signal.aborted) return;
      return this.onError(`autonomous sales of ${date} could not be read: ${describeThrown(error).message}`);
    } finally {
      this.wake();
    }
  }

  /** Returns the first day to read. Days that are left out are logged once. */
  #firstDay(today: number, last: number): number {
    const wanted = Math.min(last, today) - AUTONOMOUS_DAYS + 1;
    const first = Math.max(wanted, today - MAX_AUTONOMOUS_DAYS + 1);
    if (wanted < first && !this.#isGapLogged) {
      this.#isGapLogged = true;
      this.onError(
        `autonomous sales from ${dateOf(wanted)} to ${dateOf(first - 1)} are not read, because only the last ${MAX_AUTONOMOUS_DAYS} days are: report these sales yourself`,
      );
    }
    return first;
  }

  async #readDay(date: string): Promise<void> {
    const read = await this.till.autonomousSessions(date, this.closing.signal);
    if (!read.success) throw new Error(read.message);
    for (const session of read.data) {
      const { sessionId: id, success, terminalId, amount: total, transactionId = null } = session;
      if (!success || this.options.terminals?.includes(terminalId) === false) continue;
      // The service has null for some missing members.
      const tip = session.tipAmount ?? 0;
      const amount = total - tip;
      if (!Number.isSafeInteger(amount) || amount < 1 || tip < 0) {
        // Others of the day must not wait for it.
        this.onError(
          `autonomous sale ${id} of ${date} has amount ${total} and tipAmount ${tip}, expected whole minor units with a tip below the amount: report this sale yourself`,
        );
        continue;
      }
      const own = { id, terminalId, amount, tip, transactionId, session };
      const empty = { document: null, attempts: [], report: null };
      await this.store.insert({ ...own, ...empty, kind: 'autonomous', state: 'paid' });
    }
  }
}

/** Returns a day, counted since 1970, as `yyyy-MM-dd`. */
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

const DONE: RecordChange = { message: null, failures: 0, dueInMs: null, isStep: true };

/** @throws TypeError if a member is not a text, or is the text of a missing value. */
function checkedReport(report: FiscalReport | void): FiscalReport {
  for (const name of ['mark', 'url'] as const) {
    const value: unknown = report?.[name];
    const isText = typeof value === 'string' && !['', 'undefined', 'null'].includes(value.trim());
    if (value !== undefined && !isText)
      throw new TypeError(
        `report() must resolve with a ${name} that is a non-empty string, or without one (received ${JSON.stringify(value)})`,
      );
  }
  return report ?? {};
}

/** A payment that was reversed meanwhile stays with the person who looks at it, and is reported anyway. */
function reported({ state }: FiscalRecord, report: FiscalReport): RecordChange {
  return { report, isReported: true, ...(state === 'paid' && { state: 'reported' }) };
}
