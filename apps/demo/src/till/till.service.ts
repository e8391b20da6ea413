import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { OnPayEvent, PayEventType, PayPos, SessionEvent } from 'nestjs-pay';
import type { MethodReturn, PosSession, ReceivedPayEvent } from 'nestjs-pay';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { ShopDatabase, type Records } from '../database/shop-database.js';
import { ShopEnvironment } from '../shop.environment.js';
import type { RefundDraft, SaleDraft } from './till-form.js';
import {
  asRunning,
  CASH_REGISTER,
  isOpen,
  newSession,
  refundable,
  withAbort,
  withResponse,
  withEnding,
  withUnknownReason,
  type TillRequest,
  type TillSession,
} from './till-session.js';

/** Event types that the till handles: register the shop's webhook for these too. */
export const TILL_EVENT_TYPES = [
  PayEventType.TransactionPosEcrSessionCreated,
  PayEventType.TransactionPosEcrSessionFailed,
] as const;

/** How long the till waits for the response to one request, in milliseconds. */
const CALL = { timeoutMs: 15_000 };

/**
 * Sales and refunds at card terminals. Each request is stored with its session ID before it is sent. The ID is also its
 * idempotency key, so sending it again never charges twice.
 */
@Injectable()
export class TillService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(TillService.name);
  private readonly waits = new Map<string, Promise<void>>();
  private readonly closing = new AbortController();
  private readonly sessions: Records<TillSession>;

  constructor(
    private readonly pos: PayPos,
    private readonly environment: ShopEnvironment,
    database: ShopDatabase,
  ) {
    this.sessions = database.records<TillSession>('till-session', {
      id: ({ id }) => id,
      submission: ({ submission }) => submission,
      reference: ({ saleId }) => saleId,
    });
  }

  /** Waits for sessions that were open when the last process ended. Only the cashier sends a request again. */
  async onApplicationBootstrap(): Promise<void> {
    for (const session of (await this.sessions.all()).filter(isOpen)) {
      if (session.sending === 'under-way')
        await this.sessions.update(session.id, (open) => ({ ...open, sending: 'unknown' }));
      this.wait(session.id);
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.waits.values());
  }

  find(id: string): Promise<TillSession | undefined> {
    return this.sessions.find(id);
  }

  /** Returns the refunds of a sale, oldest first. */
  refundsOf(saleId: string): Promise<readonly TillSession[]> {
    return this.sessions.of(saleId);
  }

  /** Returns the newest sessions, newest first. */
  async newest(count: number): Promise<readonly TillSession[]> {
    return (await this.sessions.all()).slice(-count).reverse();
  }

  /** Starts a sale at a terminal. The same submission returns the same session. */
  async sell({ submission, terminalId, amount, reference }: SaleDraft): Promise<TillSession> {
    const request = { submission, terminalId, amount, reference, kind: 'sale', saleId: null } as const;
    return this.sendAgain(await this.sessions.add(this.newRequest(request)));
  }

  /** Refunds a sale in full or in part. Returns null if the amount exceeds what is left. */
  async refund(sale: TillSession, { submission, amount }: RefundDraft): Promise<TillSession | null> {
    const { terminalId, reference, id: saleId } = sale;
    const request = { submission, terminalId, amount, reference, kind: 'refund', saleId } as const;
    const stored = await this.sessions.addIf(
      this.newRequest(request),
      (refunds) => amount <= refundable(sale, refunds),
    );
    return stored && this.sendAgain(stored);
  }

  /** Sends a request that may not have arrived, again with the same key. */
  async sendAgain(session: TillSession): Promise<TillSession> {
    if (!isOpen(session) || session.sending === 'accepted') return session;
    const response = await this.send(session);
    const noted = await this.sessions.update(session.id, (open) => withResponse(open, response));
    if (!response.success) this.logger.warn(`session ${session.id}: ${response.message}`);
    if (!isOpen(noted)) return noted;
    this.wait(session.id);
    return noted.sending === 'unknown' ? this.ask(noted) : noted;
  }

  /** Reads a session from the service. */
  async ask({ id }: TillSession): Promise<TillSession> {
    const response = await this.pos.session.retrieveSessionById({ sessionId: id }, CALL);
    if (!response.success) return this.sessions.update(id, (open) => withUnknownReason(open, response.code));
    this.wait(id);
    const { data } = response;
    // The service may correct "terminal busy", so the till waits a little longer.
    const hasEnded = data !== null && data.eventId !== SessionEvent.TerminalBusy;
    return this.sessions.update(id, (open) => (hasEnded ? withEnding(open, data) : asRunning(open)));
  }

  /** Reads an open session whose end a notification reports. */
  @OnPayEvent(...TILL_EVENT_TYPES, { account: null })
  async sessionEnded({ data }: ReceivedPayEvent<(typeof TILL_EVENT_TYPES)[number]>): Promise<void> {
    const session = await this.sessions.find(data.SessionId ?? '');
    if (session !== undefined && isOpen(session)) await this.ask(session);
  }

  /** Requests an abort, and waits for the end of the session: the card can be faster. */
  async abort(session: TillSession): Promise<TillSession> {
    const { id, cashRegisterId } = session;
    if (!isOpen(session)) return session;
    const response = await this.pos.session.abortSession({ sessionId: id, cashRegisterId }, CALL);
    const noted = await this.sessions.update(id, (open) => withAbort(open, response));
    this.wait(id);
    return noted;
  }

  private newRequest(
    request: Pick<TillRequest, 'submission' | 'kind' | 'saleId' | 'terminalId' | 'amount' | 'reference'>,
  ): TillSession {
    return newSession({
      ...request,
      id: this.environment.newId(),
      cashRegisterId: CASH_REGISTER,
      currency: SHOP_CURRENCY.code,
      createdAt: this.environment.now(),
    });
  }

  private send(session: TillSession): Promise<MethodReturn<null>> {
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
    const call = { ...CALL, idempotencyKey: `till:${sessionId}` };
    return saleId === null
      ? this.pos.transactions.initiateSaleRequest(request, call)
      : this.pos.transactions.refundTransaction({ ...request, parentSessionId: saleId }, call);
  }

  /** Waits in the background for the end of a session. */
  private wait(id: string): void {
    if (this.waits.has(id) || this.closing.signal.aborted) return;
    const waiting = this.pos.session
      .waitForSession({ sessionId: id }, { signal: this.closing.signal })
      .then((response) => this.noteEnd(id, response))
      .catch((error: unknown) => this.logger.error(error instanceof Error ? error.message : 'a wait failed'))
      .finally(() => this.waits.delete(id));
    this.waits.set(id, waiting);
  }

  private async noteEnd(id: string, response: MethodReturn<PosSession>): Promise<void> {
    if (response.success) await this.sessions.update(id, (open) => withEnding(open, response.data));
    else if (!this.closing.signal.aborted)
      await this.sessions.update(id, (open) => withUnknownReason(open, response.code));
  }
}
