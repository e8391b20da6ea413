import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PayPos, SessionEvent } from 'nestjs-pay';
import type { MethodReturn, PosSession } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { ShopEnvironment } from '../shop.environment.js';
import type { RefundDraft, SaleDraft } from './till-form.js';
import { noteAbort, noteDoubt, noteEnding, noteRunning, noteSent } from './till-news.js';
import { CASH_REGISTER, newSession, type TillRequest, type TillSession } from './till-session.js';
import { isOpen, refundable } from './till-state.js';
import { TillStore } from './till.store.js';

/** How long the till waits for the answer to one request, milliseconds. */
const CALL = { timeoutMs: 15_000 };

/**
 * Sales and refunds at card terminals. Every request is stored with its session id before it leaves, and that id is never used
 * for another one: whatever happens in between, it is the same payment.
 */
@Injectable()
export class TillService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(TillService.name);
  private readonly waits = new Map<string, Promise<void>>();
  private readonly closing = new AbortController();

  constructor(
    private readonly pos: PayPos,
    private readonly store: TillStore,
    private readonly environment: ShopEnvironment,
  ) {}

  /** Goes on with what was open when the process ended. Nothing is sent: a request may have arrived before. */
  async onApplicationBootstrap(): Promise<void> {
    for (const session of await this.store.open()) {
      if (session.sending === 'under-way')
        await this.store.update(session.id, (open) => ({ ...open, sending: 'unknown' }));
      this.wait(session.id);
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.waits.values());
  }

  /** Asks a terminal to take a payment; a repeated submission gives the same session again and sends nothing. */
  async sell({ submission, terminalId, amount, reference }: SaleDraft): Promise<TillSession> {
    const asked = { submission, terminalId, amount, reference, kind: 'sale', saleId: null } as const;
    const added = await this.store.add(this.request(asked));
    if (added === null) throw new Error('a sale was not kept');
    return added.isNew ? this.send(added.session, true) : added.session;
  }

  /** Gives back a part of a sale, or all; null when that much is not left. */
  async refund(sale: TillSession, { submission, amount }: RefundDraft): Promise<TillSession | null> {
    const { terminalId, reference, id: saleId } = sale;
    const asked = { submission, terminalId, amount, reference, kind: 'refund', saleId } as const;
    const added = await this.store.add(this.request(asked), (refunds) => amount <= refundable(sale, refunds));
    return added?.isNew === true ? this.send(added.session, true) : (added?.session ?? null);
  }

  /** Sends the same request again, which never pays twice: the service refuses a session id that it knows. */
  async sendAgain(session: TillSession): Promise<TillSession> {
    return isOpen(session) ? this.send(session, false) : session;
  }

  /** Asks the service how a session stands; reads only. */
  async ask({ id }: TillSession): Promise<TillSession> {
    const answer = await this.pos.session.retrieveSessionById({ sessionId: id }, CALL);
    if (!answer.success) return this.store.update(id, (open) => noteDoubt(open, answer.code));
    this.wait(id);
    const { data } = answer;
    // "Terminal busy" may not be the last word: waiting asks for it a little longer.
    const hasEnded = data !== null && data.eventId !== SessionEvent.TerminalBusy;
    return this.store.update(id, (open) => (hasEnded ? noteEnding(open, data) : noteRunning(open)));
  }

  /** Somebody says that a session has ended: asks, if it is one of ours and open. */
  async hear(id: string): Promise<void> {
    const session = await this.store.find(id);
    if (session !== undefined && isOpen(session)) await this.ask(session);
  }

  /** Asks for an abort, and goes on waiting for how the session ends: the card may be faster. */
  async abort(session: TillSession): Promise<TillSession> {
    const { id, cashRegisterId } = session;
    if (!isOpen(session)) return session;
    const answer = await this.pos.session.abortSession({ sessionId: id, cashRegisterId }, CALL);
    const noted = await this.store.update(id, (open) => noteAbort(open, answer));
    this.wait(id);
    return noted;
  }

  private request(
    asked: Pick<TillRequest, 'submission' | 'kind' | 'saleId' | 'terminalId' | 'amount' | 'reference'>,
  ): TillSession {
    return newSession({
      ...asked,
      id: this.environment.newId(),
      cashRegisterId: CASH_REGISTER,
      currency: SHOP_CURRENCY.code,
      createdAt: this.environment.now(),
    });
  }

  private async send(session: TillSession, isFirst: boolean): Promise<TillSession> {
    const answer = await this.call(session);
    const noted = await this.store.update(session.id, (open) => noteSent(open, answer, isFirst));
    if (noted.sending !== 'accepted') this.logger.warn(`session ${session.id}: ${answer.message}`);
    if (!isOpen(noted)) return noted;
    this.wait(session.id);
    return noted.sending === 'unknown' ? this.ask(noted) : noted;
  }

  private call(session: TillSession): Promise<MethodReturn<null>> {
    const { id: sessionId, saleId, terminalId, cashRegisterId, amount, currency, reference } = session;
    const request = {
      sessionId,
      terminalId,
      cashRegisterId,
      amount,
      currencyCode: currency,
      merchantReference: reference,
      customerTrns: `Harbour Lane, ${reference}`,
    };
    return saleId === null
      ? this.pos.transactions.initiateSaleRequest(request, CALL)
      : this.pos.transactions.refundTransaction({ ...request, parentSessionId: saleId }, CALL);
  }

  /** Waits in the background until the session has ended, once at a time for each. */
  private wait(id: string): void {
    if (this.waits.has(id) || this.closing.signal.aborted) return;
    const waiting = this.pos.session
      .waitForSession({ sessionId: id }, { signal: this.closing.signal })
      .then((answer) => this.noteWait(id, answer))
      .catch((error: unknown) => this.logger.error(error instanceof Error ? error.message : 'a wait failed'))
      .finally(() => this.waits.delete(id));
    this.waits.set(id, waiting);
  }

  private async noteWait(id: string, answer: MethodReturn<PosSession>): Promise<void> {
    if (answer.success) await this.store.update(id, (open) => noteEnding(open, answer.data));
    else if (!this.closing.signal.aborted)
      await this.store.update(id, (open) => noteDoubt(open, answer.code));
  }
}
