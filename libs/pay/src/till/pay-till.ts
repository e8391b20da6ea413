import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { distinctUntilChanged, exhaustMap, filter, merge, Subject, takeWhile, timer } from 'rxjs';
import type { Observable } from 'rxjs';
import { problemsText } from '../core/options/option-rules.js';
import { PayAccounts } from '../nest/accounts/pay-accounts.js';
import { findSaleHandlers } from './on-pay-sale.decorator.js';
import { SaleStore } from './sale-store.js';
import type { NewSale } from './sale-store.js';
import { SaleWorker } from './sale-worker.js';
import type { PayRefundRequest, PaySale, PaySaleFilter, PaySaleRequest, PayTillTotal } from './sale.types.js';
import { TerminalGateway } from './terminal-gateway.js';
import { PayTillError } from './till-error.js';
import { checkTillOptions } from './till.options.js';
import type { PayTillOptions } from './till.options.js';

/** Token of the options. A string, because Nest shows it in errors. */
export const PAY_TILL_OPTIONS = 'PAY_TILL_OPTIONS';
const POLL_MS = 1_000;
const DEADLINE_MS = 120_000;

type Transfer = 'capture' | 'refund';

/**
 * Sells at card terminals. Each sale is stored before it is sent, followed by all processes, and ends as `paid`, `not-paid` or
 * `needs-a-person`. Amounts are in minor units. Import {@link PayTillModule}.
 *
 * @example
 * const { id } = await till.sell({ terminalId: '16000010', amount: 1170, currencyCode: '978', reference: 'receipt-1' });
 * till.sale$(id).subscribe((sale) => show(sale.state));
 */
@Injectable()
export class PayTill implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #options: ReturnType<typeof checkTillOptions>;
  readonly #logger = new Logger('PayTill');
  readonly #changes = new Subject<PaySale>();
  #running:
    | { account: string | null; store: SaleStore<unknown>; gateway: TerminalGateway; worker: SaleWorker }
    | undefined;

  /** @throws RangeError that names each wrong option. */
  constructor(
    @Inject(PAY_TILL_OPTIONS) options: PayTillOptions,
    private readonly accounts: PayAccounts,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {
    this.#options = checkTillOptions(options);
  }

  /** Creates the table, and continues the open sales of earlier processes. */
  async onApplicationBootstrap(): Promise<void> {
    const {
      store: { sql },
      client,
      pollMs = POLL_MS,
      deadlineMs = DEADLINE_MS,
      migrate = true,
    } = this.#options;
    const account = this.accounts.getOrThrow(this.#options.account, 'PayTillModule');
    const gateway = new TerminalGateway(account, client);
    const store = new SaleStore(sql, account.name ?? '');
    await store.prepare(migrate);
    const worker = new SaleWorker({
      store,
      gateway,
      pollMs,
      deadlineMs,
      runHandlers: findSaleHandlers(this.discovery, this.scanner, this.reflector),
      onChange: (sale) => this.#changes.next(sale),
      onError: (text) => this.#logger.error(text),
    });
    this.#running = { account: account.name, store, gateway, worker };
    worker.start();
  }

  /** Ends the steps in progress. Other processes continue the open sales. */
  async onModuleDestroy(): Promise<void> {
    await this.#running?.worker.stop();
    this.#changes.complete();
  }

  /**
   * Stores a sale and returns it at once. It is sent to the terminal in the background.
   *
   * @throws PayTillError `terminal-in-use` with the open sale, if the terminal has one. `invalid` for wrong options.
   * @example
   * const sale = await till.sell({ terminalId: '16000010', amount: 1170, currencyCode: '978', reference: 'receipt-1', tip: 100 });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  sell(request: PaySaleRequest): Promise<PaySale> {
    return this.#start('sale', request);
  }

  /**
   * Holds an amount: as `sell`, but the money moves with `capture`. Not available through an ISV.
   *
   * @throws PayTillError as `sell`.
   * @example
   * const hold = await till.preauthorize({ terminalId: '16000010', amount: 20_000, currencyCode: '978', reference: 'room-7' });
   */
  preauthorize(request: PaySaleRequest): Promise<PaySale> {
    return this.#start('preauthorization', request);
  }

  /**
   * Captures a paid pre-authorization, in full or in part. It is a request of its own, and ends like a sale.
   *
   * @throws PayTillError `invalid` if it is not paid, was captured, or held less. `unknown-sale`, `terminal-in-use`.
   * @example const capture = await till.capture(hold.id, { amount: 15_000 });
   */
  capture(id: string, request: PayRefundRequest = {}): Promise<PaySale> {
    return this.#transfer('capture', id, request);
  }

  /**
   * Refunds a paid sale or capture, in full or in part. It is a request of its own, and ends like a sale. A refund whose outcome is
   * unknown counts as refunded.
   *
   * @throws PayTillError `invalid` if it is not paid, or less is left. `unknown-sale`, `terminal-in-use`.
   * @example const refund = await till.refund(sale.id, { amount: 500 });
   */
  refund(id: string, request: PayRefundRequest = {}): Promise<PaySale> {
    return this.#transfer('refund', id, request);
  }

  /**
   * Requests the abort of an open sale. The card can be faster: only the end shows whether it was in time. An ended sale is returned
   * unchanged.
   *
   * @throws PayTillError `unknown-sale`.
   * @example const sale = await till.abort(id);
   */
  async abort(id: string): Promise<PaySale> {
    const { store, worker } = this.#parts();
    const sale = (await store.requestAbort(id)) ?? (await this.#known(id));
    this.#changes.next(sale);
    worker.wake();
    return sale;
  }

  /**
   * Reads a sale. Resolves with null if there is none.
   *
   * @example const sale = await till.get(id);
   */
  get(id: string): Promise<PaySale | null> {
    return this.#parts().store.find(id);
  }

  /**
   * Emits a sale, and emits it again at each change, also of other processes. Completes when it has ended.
   *
   * @throws PayTillError `unknown-sale`, as an error of the observable.
   * @example till.sale$(id).subscribe((sale) => show(sale.state));
   */
  sale$(id: string): Observable<PaySale> {
    const { pollMs = POLL_MS } = this.#options;
    return merge(timer(0, pollMs), this.#changes.pipe(filter((sale) => sale.id === id))).pipe(
      exhaustMap(() => this.#known(id)),
      distinctUntilChanged<PaySale>(isDeepStrictEqual),
      takeWhile(({ state }) => state === 'open', true),
    );
  }

  /**
   * Lists sales, newest first: for a page, for the refunds of a sale, or for those that need a person.
   *
   * @example const open = await till.list({ state: 'needs-a-person' });
   */
  list(sales: PaySaleFilter = {}): Promise<PaySale[]> {
    return this.#parts().store.list(sales);
  }

  /**
   * Sums what was paid from one time until another, for the end of the day.
   *
   * @example const totals = await till.totals(startOfDay, new Date());
   */
  totals(from: Date, to: Date): Promise<PayTillTotal[]> {
    return this.#parts().store.totals(from, to);
  }

  /**
   * Asks the service about a sale again: after a handler was mended, or when the service works again.
   *
   * @throws PayTillError `unknown-sale`.
   * @example const sale = await till.recheck(id);
   */
  async recheck(id: string): Promise<PaySale> {
    const sale = await this.#known(id);
    const { store, worker } = this.#parts();
    await store.makeDue(id);
    worker.wake();
    return sale;
  }

  /** Takes the next step of the sale that an event was about. */
  wake(account: string | null, about: { session?: string; transaction?: string }): void {
    if (this.#running?.account === account) this.#running.worker.wake(about);
  }

  #start(
    kind: 'sale' | 'preauthorization',
    {
      id = randomUUID(),
      terminalId,
      amount,
      currencyCode,
      reference,
      tip = 0,
      cashRegisterId,
      ...request
    }: PaySaleRequest,
  ): Promise<PaySale> {
    const register = cashRegisterId ?? this.#options.cashRegisters?.[terminalId] ?? `till-${terminalId}`;
    const sale = { id, kind, parentId: null, terminalId, amount, tip, currencyCode, reference, request };
    return this.#insert({ ...sale, cashRegisterId: register });
  }

  async #transfer(
    kind: Transfer,
    parentId: string,
    { id = randomUUID(), amount }: PayRefundRequest,
  ): Promise<PaySale> {
    const stored = await this.#stored(id);
    if (stored !== null) return sameRequest(stored, { kind, parentId, amount: amount ?? stored.amount });
    const { store, gateway } = this.#parts();
    if (kind === 'capture' && gateway.isIsv)
      throw new PayTillError(
        'invalid',
        'an ISV has no pre-authorizations at terminals: use payments.createOrder',
      );
    const { terminalId, currencyCode, reference, cashRegisterId } = await this.#known(parentId);
    const request = await store.requestOfParent(parentId);
    return this.#insert(
      {
        id,
        kind,
        parentId,
        terminalId,
        amount: amount ?? 0,
        tip: 0,
        currencyCode,
        reference,
        cashRegisterId,
        request,
      },
      (sale) =>
        store.withSale(parentId, async (parent, session) => {
          const left =
            parent === null
              ? 0
              : leftOf(kind, parent, await store.list({ parentId, limit: 10_000 }, session));
          const wanted = amount ?? left;
          if (left === 0 || wanted > left)
            throw new PayTillError('invalid', leftText(kind, parentId, left), parent);
          return store.insert({ ...sale, amount: wanted }, session);
        }),
    );
  }

  /** Checks a request before it is stored. */
  async #insert(
    sale: NewSale,
    insert: (sale: NewSale) => Promise<PaySale | null> = (one) => this.#parts().store.insert(one),
  ): Promise<PaySale> {
    const { gateway, store, worker } = this.#parts();
    const isAmountOpen = sale.parentId !== null && sale.amount === 0;
    const problems = gateway.problems(isAmountOpen ? { ...sale, amount: 1 } : sale);
    if (problems.length > 0) throw new PayTillError('invalid', problemsText(problems));
    for (;;) {
      const inserted = await insert(sale);
      if (inserted !== null) {
        worker.wake();
        return inserted;
      }
      const stored = await this.#stored(sale.id);
      if (stored !== null) return sameRequest(stored, sale);
      const [open] = await store.list({ terminalId: sale.terminalId, state: 'open', limit: 1 });
      if (open !== undefined) throw inUse(open);
      // The open sale has ended in the meantime.
    }
  }

  #stored(id: string): Promise<PaySale | null> {
    return typeof id === 'string' ? this.#parts().store.find(id) : Promise.resolve(null);
  }

  async #known(id: string): Promise<PaySale> {
    const sale = await this.#parts().store.find(id);
    if (sale === null) throw new PayTillError('unknown-sale', `there is no sale with the ID ${id}`);
    return sale;
  }

  #parts() {
    if (this.#running === undefined)
      throw new TypeError('PayTill starts with the application: call it after app.init() or app.listen()');
    return this.#running;
  }
}

/** @throws PayTillError if a stored sale is another one than a request with its ID. */
function sameRequest(stored: PaySale, request: Partial<PaySale>): PaySale {
  const names = ['kind', 'parentId', 'terminalId', 'amount', 'tip', 'currencyCode', 'reference'] as const;
  const other = names.find((name) => request[name] !== undefined && request[name] !== stored[name]);
  if (other === undefined) return stored;
  throw new PayTillError(
    'invalid',
    `id ${stored.id} belongs to a stored sale with another ${other}: use a new ID for a new sale`,
    stored,
  );
}

/** Returns what is left to refund or capture. A request whose outcome is unknown counts. */
function leftOf(kind: Transfer, parent: PaySale, children: readonly PaySale[]): number {
  const isFitting =
    kind === 'capture'
      ? parent.kind === 'preauthorization'
      : parent.kind === 'sale' || parent.kind === 'capture';
  if (!isFitting || parent.state !== 'paid') return 0;
  const counted = children.filter(({ state }) => state !== 'not-paid');
  if (kind === 'capture') return counted.length > 0 ? 0 : parent.amount;
  return counted.reduce((left, { amount }) => left - amount, parent.amount + parent.tip);
}

function leftText(kind: Transfer, id: string, left: number): string {
  return left === 0
    ? `${id} has nothing left to ${kind}: it is not paid, or nothing remains of it`
    : `amount must be at most ${left}, which is left to ${kind} of ${id}`;
}

function inUse(open: PaySale): PayTillError {
  return new PayTillError(
    'terminal-in-use',
    `terminal ${open.terminalId} has the open ${open.kind} ${open.id} (reference ${JSON.stringify(open.reference)}): ` +
      `wait for its end, or call abort('${open.id}')`,
    open,
  );
}
