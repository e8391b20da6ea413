import { answerOf } from '../areas/settlement/answer-of.js';
import type { Finding } from '../areas/settlement/findings.js';
import { settleWithin } from '../areas/settlement/settle.js';
import type { Attempt } from '../core/attempt.js';
import { outsideGates } from '../core/call-gate.js';
import type { CallGate, GatedCall } from '../core/call-gate.js';
import { afterUnknown } from '../core/failure.js';
import type { Failure } from '../core/failure.js';
import type { PayInquiry } from '../core/inquiry.js';
import { fingerprintOf } from './fingerprint.js';
import * as failures from './journal-failures.js';
import type { JournalLease, JournalTurn, NewJournalEntry, PayJournalStore } from './journal-store.js';
import { keepLease } from './keep-lease.js';
import { transactionIdIn } from './transaction-id.js';

type Answer = Attempt['answer'];
type Unsettled = Extract<JournalTurn, { state: 'unsettled' }>;

/** How a journal works. Times in milliseconds. */
export interface JournalRules {
  leaseMs: number;
  waitMs: number;
  settleMs: number;
  resendAfterMs: number;
}

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 500;
/** With less time than this no read is worth its sending. */
const LEAST_MS = 20;

/** Stands before the one call that a key stands for. */
export class JournalGate implements CallGate {
  #isUsed = false;

  constructor(
    private readonly key: string,
    private readonly store: PayJournalStore,
    private readonly rules: JournalRules,
  ) {}

  async pass(call: GatedCall): Promise<Answer> {
    if (this.#isUsed) return failures.secondCall(call.operation);
    this.#isUsed = true;
    let turn: JournalTurn;
    try {
      turn = await this.#begin(call);
    } catch {
      return failures.storeFailed(call.operation);
    }
    if (turn.state === 'busy') return failures.inProgress(call.operation);
    if (turn.state === 'different') return failures.keyConflict(call.operation);
    if (turn.state === 'done') return JSON.parse(turn.answer) as Answer;
    const lease = { key: this.key, token: turn.token };
    const stop = keepLease(this.store, lease, this.rules.leaseMs);
    try {
      return await outsideGates(() =>
        turn.state === 'new' ? this.#sendFirst(call, lease) : this.#recover(call, lease, turn),
      );
    } finally {
      stop();
    }
  }

  /** Takes the key, and waits while another has it. */
  async #begin(call: GatedCall): Promise<JournalTurn> {
    const entry = this.#entryOf(call);
    const { deadline } = call.limits;
    const until = deadline.remainingMs - this.rules.waitMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const turn = await this.store.begin(entry, this.rules.leaseMs);
      if (turn.state !== 'busy' || deadline.remainingMs - pauseMs <= Math.max(until, 0)) return turn;
      if (!(await deadline.pause(pauseMs))) return turn;
    }
  }

  #entryOf(call: GatedCall): NewJournalEntry {
    return { key: this.key, fingerprint: fingerprintOf(call), inquiry: call.inquiry };
  }

  async #sendFirst(call: GatedCall, lease: JournalLease): Promise<Answer> {
    const answer = await call.send();
    if (!('failure' in answer)) return this.#done(call, answer, lease);
    if (answer.failure.error.outcome === 'unknown') return this.#settleLost(call, lease, answer);
    await this.#write(() => this.store.release(lease));
    return answer;
  }

  /** Before it is sent once more, the service is asked what became of it. */
  async #recover(call: GatedCall, lease: JournalLease, { inquiry, sentAgoMs }: Unsettled): Promise<Answer> {
    const found = await this.#look(call, inquiry);
    const kept = found === null ? null : await this.#keepFound(call, lease, inquiry, found);
    if (kept !== null) return kept;
    if (this.#mayResend(call, found, sentAgoMs)) return this.#sendAgain(call, lease);
    await this.#write(() => this.store.abandon(lease));
    return failures.stillUnknown(call.operation, inquiry, found?.settlement.next ?? whyNothing(call));
  }

  #mayResend({ operation, request }: GatedCall, found: Finding | null, sentAgoMs: number): boolean {
    if (found?.arrived === true) return false;
    if (request.repeatable || found?.settlement.state === 'not-done') return true;
    const { settledBy } = operation;
    if (settledBy !== undefined && 'nothing' in settledBy) {
      const harmful = settledBy.harmlessWithout;
      return harmful !== undefined && !harmful.some((option) => isGiven(request.asked[option]));
    }
    return found?.seenNothing === true && sentAgoMs >= this.rules.resendAfterMs;
  }

  /** A refusal now may be due to what was sent before. */
  async #sendAgain(call: GatedCall, lease: JournalLease): Promise<Answer> {
    // Without the entry of this sending a crash would leave the earlier one's time behind.
    const isOurs = await this.store.resend(lease, call.inquiry).catch(() => null);
    if (isOurs === null) return failures.storeFailed(call.operation);
    if (!isOurs) return failures.inProgress(call.operation);
    const answer = await call.send();
    if (!('failure' in answer)) return this.#done(call, answer, lease);
    const { operation, request } = call;
    const joined = afterUnknown(
      { operation, asked: request.asked, repeatable: request.repeatable },
      answer.failure,
    );
    return this.#settleLost(call, lease, { failure: joined });
  }

  async #settleLost(call: GatedCall, lease: JournalLease, lost: { failure: Failure }): Promise<Answer> {
    const found = await this.#look(call, call.inquiry);
    const kept = found === null ? null : await this.#keepFound(call, lease, call.inquiry, found);
    if (kept !== null) return kept;
    if (found?.settlement.state === 'not-done') {
      await this.#write(() => this.store.release(lease));
      return failures.provenNotDone(lost, found.settlement.next);
    }
    await this.#write(() => this.store.abandon(lease));
    return lost;
  }

  async #look({ sender, limits }: GatedCall, inquiry: PayInquiry | null): Promise<Finding | null> {
    const { deadline } = limits;
    if (inquiry === null || deadline.cause !== null || deadline.remainingMs < LEAST_MS) return null;
    return settleWithin(sender, inquiry, limits, this.rules.settleMs);
  }

  /** What was found is the answer, unless another key has it already. */
  async #keepFound(
    { operation }: GatedCall,
    lease: JournalLease,
    inquiry: PayInquiry | null,
    { arrived, isOwn, settlement }: Finding,
  ): Promise<Answer | null> {
    if (!arrived || inquiry === null) return null;
    if (!isOwn && (await this.#hasRival(inquiry))) {
      await this.#write(() => this.store.abandon(lease));
      return failures.stillUnknown(
        operation,
        inquiry,
        'What the service shows may be another key’s, which is not done: give each call a merchantTrns of its own.',
      );
    }
    const answer = { data: answerOf(operation, inquiry, settlement) };
    const id = settlement.transaction?.TransactionId ?? null;
    const kept = await this.#write(() => this.store.complete(lease, JSON.stringify(answer), id));
    // Without the store's word it may be another key's.
    if (kept === 'done' || (isOwn && kept !== 'taken')) return answer;
    await this.#write(() => this.store.abandon(lease));
    const why =
      kept === 'taken' ? 'was made under another key.' : 'could not be kept, and may be another key’s.';
    return failures.stillUnknown(operation, inquiry, `What the service shows ${why}`);
  }

  /** Whether a call of another key may have made what was found: its answer may still be on its way. */
  async #hasRival({ id, about, amount }: PayInquiry): Promise<boolean> {
    const others = await this.#write(() => this.store.openAbout?.(id, this.key) ?? Promise.resolve(null));
    if (others === null) return true;
    return others.some(
      (one) => one.about === about && (one.amount === null || amount === null || one.amount === amount),
    );
  }

  /** It happened, whatever becomes of the store: an entry that could not be written is settled by the next one. */
  async #done(call: GatedCall, answer: { data: unknown }, lease: JournalLease): Promise<Answer> {
    const { operation } = call;
    const id = makesTransaction(operation) ? transactionIdIn(answer.data) : null;
    const text = JSON.stringify(answer);
    const kept = await this.#complete(lease, text, id);
    return kept === 'lost' ? this.#overtaken(call, answer, id) : answer;
  }

  /** The service's own answer stands, though another key was taken for its transaction's. */
  async #complete(lease: JournalLease, text: string, id: string | null): Promise<'done' | 'lost' | null> {
    const kept = await this.#write(() => this.store.complete(lease, text, id));
    return kept === 'taken' ? this.#complete(lease, text, null) : kept;
  }

  /** The process stood still for longer than its lease, and another one took over: what the key stands for is in the store. */
  async #overtaken(call: GatedCall, answer: { data: unknown }, id: string | null): Promise<Answer> {
    const turn = await this.#write(() => this.store.begin(this.#entryOf(call), this.rules.leaseMs));
    if (turn === null || turn.state === 'busy') return failures.inProgress(call.operation);
    if (turn.state === 'done') return JSON.parse(turn.answer) as Answer;
    // Also where the key was set free meanwhile: what happened must not happen again.
    if (turn.state !== 'different')
      await this.#complete({ key: this.key, token: turn.token }, JSON.stringify(answer), id);
    return answer;
  }

  async #write<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch {
      return null;
    }
  }
}

function whyNothing({ operation: { settledBy } }: GatedCall): string {
  return settledBy !== undefined && 'nothing' in settledBy
    ? `${settledBy.nothing} When you know, tell it: journal.resolve(key, …).`
    : 'There was no time left to ask: call again with the same key.';
}

/** Others answer the transaction that was named, or none. */
function makesTransaction({ settledBy }: GatedCall['operation']): boolean {
  return settledBy !== undefined && 'about' in settledBy && /refund|charge/.test(settledBy.about);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== false;
