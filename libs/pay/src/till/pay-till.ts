import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { distinctUntilChanged, exhaustMap, filter, merge, Subject, takeWhile, timer } from 'rxjs';
import type { Observable } from 'rxjs';
import { problemsText } from '../core/options/option-rules.js';
import type { IsvSaleDetails } from '../areas/options.generated.js';
import { JobHandlers } from '../jobs/job-handlers.js';
import { requireOpenTransaction } from '../jobs/open-transaction.js';
import { PayAccounts } from '../nest/accounts/pay-accounts.js';
import { afterBootstrap } from '../nest/after-bootstrap.js';
import { EventSubscriber } from '../nest/webhooks/on-pay-event.decorator.js';
import { ReliesOnPayEvents } from '../nest/webhooks/relies-on-events.js';
import { PayEventType } from '../webhooks/event-types.js';
import { UUID } from '../core/values/uuid.js';
import type { ReceivedPayEvent } from '../webhooks/received-event.js';
import { checkTables, migrate as migrateTables } from '../stores/sql/migrate.js';
import type { SqlSession } from '../stores/sql/sql-store.js';
import { TILL_MIGRATIONS } from './migrations.js';
import { SaleSubscriber } from './on-pay-sale.decorator.js';
import { SaleHooks } from './sale-hook.js';
import type { WithSale } from './sale-hook.js';
import { SaleStore } from './sale-store.js';
import { MAX_PARTS, SaleWorker } from './sale-worker.js';
import { hoursPreloaded } from './sale.types.js';
import type {
  PayRefundRequest,
  PaySale,
  PaySaleFilter,
  PaySaleRequest,
  PayTillTotal,
  TillRequest,
} from './sale.types.js';
import { TerminalGateway } from './terminal-gateway.js';
import { PayTillError } from './till-error.js';
import { readTillOptions } from './till.options.js';
import type { PayTillOptions } from './till.options.js';

/** Token of the options. A string, because Nest shows it in errors. */
export const PAY_TILL_OPTIONS = 'PAY_TILL_OPTIONS';

const { TransactionPosEcrSessionCreated, TransactionPosEcrSessionFailed, TransactionReversalCreated } =
  PayEventType;
const EVENT_TYPES = [
  TransactionPosEcrSessionCreated,
  TransactionPosEcrSessionFailed,
  TransactionReversalCreated,
];
const ISV_CAPTURE = 'an ISV has no pre-authorizations at terminals: use payments.createOrder';
type Transfer = 'capture' | 'refund';
type Running = {
  account: string | null;
  store: SaleStore;
  gateway: TerminalGateway;
  worker: SaleWorker;
  handle: (sale: PaySale, transaction: unknown) => Promise<void>;
};

/**
 * Sells at card terminals. Each sale is stored before it is sent, followed by all processes, and ends as `paid`, `not-paid` or
 * `needs-a-person`. Amounts are in minor units. Import {@link PayTillModule}.
 *
 * @example
 * const { id } = await till.sell({ terminalId: '16000010', amount: 1170, currencyCode: '978', reference: 'receipt-1' });
 * till.sale$(id).subscribe((sale) => show(sale.state));
 */
@Injectable()
@ReliesOnPayEvents('till')
export class PayTill implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #options: ReturnType<typeof readTillOptions>;
  readonly #logger = new Logger('PayTill');
  readonly #changes = new Subject<PaySale>();
  #running?: Running;

  /** @throws RangeError that names each wrong option. */
  constructor(
    @Inject(PAY_TILL_OPTIONS) options: PayTillOptions,
    private readonly accounts: PayAccounts,
    private readonly handlers: JobHandlers,
    private readonly hooks: SaleHooks,
    private readonly modules: ModulesContainer,
  ) {
    this.#options = readTillOptions(options);
  }

  /** Creates the table. When the application has booted, the open sales of earlier processes continue. */
  async onApplicationBootstrap(): Promise<void> {
    const { account: name, sql, client, migrate } = this.#options;
    const account = this.accounts.getOrThrow(name, 'PayTillModule');
    const gateway = new TerminalGateway(account, client);
    const store = new SaleStore(sql, account.name ?? '');
    await (migrate ? migrateTables : checkTables)(sql.database, sql.schema, 'till', TILL_MIGRATIONS);
    const dispatch = this.handlers.find(SaleSubscriber, 'OnPaySale');
    const handle = (sale: PaySale, transaction: unknown) => dispatch(sale.state, sale, transaction);
    const onChange = (sale: PaySale): void => this.#changes.next(sale);
    const onError = (text: string): void => this.#logger.error(text);
    const worker = new SaleWorker(store, gateway, this.#options, handle, this.hooks, onChange, onError);
    this.#running = { account: account.name, store, gateway, worker, handle };
    await this.hooks.hook?.start({
      ...{ sql, account: account.name ?? '', migrate, isIsv: gateway.isIsv },
      sell: (request, withSale) => this.#start('sale', request, withSale),
      refund: (id, request, members, withSale) => this.#transfer('refund', id, request, members, withSale),
      autonomousSessions: (date, signal) => gateway.autonomousSessions(date, signal),
    });
    afterBootstrap(this.modules, () => worker.start());
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
  abort(id: string): Promise<PaySale> {
    return this.#makeDue(id, (store) => store.requestAbort(id));
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
    return merge(timer(0, this.#options.pollMs), this.#changes.pipe(filter((sale) => sale.id === id))).pipe(
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
   * Asks the service about a sale again: after you fixed a handler, or when the service works again.
   *
   * @throws PayTillError `unknown-sale`.
   * @example const sale = await till.recheck(id);
   */
  recheck(id: string): Promise<PaySale> {
    return this.#makeDue(id, (store) => store.makeDue(id));
  }

  /**
   * Ends a sale that needs a person, after a person looked at the terminal's slip. Methods with `@OnPaySale()` run in the same transaction.
   *
   * @param outcome - `{ paid: transactionId }` with the ID of the transaction, or `'not-paid'`. Be certain: nothing is asked or sent.
   * @throws PayTillError `invalid` if the sale does not need a person, for another outcome, or the transaction of another sale. `unknown-sale`. The error of a handler.
   * @example const sale = await till.resolve(id, { paid: transactionId });
   */
  async resolve(id: string, outcome: 'not-paid' | { paid: string }): Promise<PaySale> {
    const { store, handle } = this.#parts();
    const isPaid = typeof outcome === 'object' && UUID.test(outcome.paid);
    if (!isPaid && outcome !== 'not-paid')
      throw new PayTillError('invalid', "outcome must be 'not-paid', or { paid } with a transaction ID");
    const sale = await store.sql.database.transaction(async (session, transaction) => {
      const ended = await store.resolve(id, isPaid ? outcome.paid.toLowerCase() : null, session);
      if (ended === null) return null;
      await this.hooks.hook?.ended(ended, session);
      await handle(ended, transaction);
      await requireOpenTransaction(session);
      return ended;
    });
    const present = sale ?? (await this.#known(id));
    if (sale === null)
      throw new PayTillError(
        'invalid',
        present.state === 'needs-a-person'
          ? `paid must be the ID of the transaction of sale ${id}: another sale has this one`
          : `sale ${id} is ${present.state}: only a sale that needs a person can be resolved`,
        present,
      );
    // What went back externally depends on which refunds are those of the till.
    if (sale.kind === 'refund' && sale.parentId !== null) await store.makeDue(sale.parentId);
    this.#changes.next(sale);
    this.hooks.hook?.wake();
    return sale;
  }

  // It writes nothing, because the transaction of another handler of the event may have the database's only connection.
  /** @internal Takes the next step of a sale when a webhook reports the end of its session, or a reversal. Without webhooks, the till polls. */
  @EventSubscriber({ types: EVENT_TYPES, unconfirmed: false, account: undefined, isOptional: true })
  onEvent({ data, account }: ReceivedPayEvent<typeof TransactionReversalCreated>): void {
    const { SessionId } = data as { SessionId?: string };
    if (this.#running?.account === account) this.#running.worker.wakeAbout(SessionId, data.ParentId);
  }

  #start(kind: 'sale' | 'preauthorization', request: PaySaleRequest, withSale?: WithSale): Promise<PaySale> {
    const { id = randomUUID(), terminalId, amount, currencyCode, reference, tip = 0, ...more } = request;
    const { cashRegisterId = this.#options.cashRegisters?.[terminalId], ...rest } = more;
    const own = { terminalId, amount, currencyCode, reference, tip, request: rest };
    const sale = { id, kind, parentId: null, ...own, cashRegisterId: cashRegisterId ?? `till-${terminalId}` };
    return this.#insert(sale, amount, (store) =>
      withSale === undefined
        ? store.insert(sale)
        : store.sql.database.transaction((session) => insertWith(store, sale, session, withSale)),
    );
  }

  async #transfer(
    kind: Transfer,
    parentId: string,
    request: PayRefundRequest,
    members: object = {},
    withSale?: WithSale,
  ): Promise<PaySale> {
    if (kind === 'capture' && this.#parts().gateway.isIsv) throw new PayTillError('invalid', ISV_CAPTURE);
    const { terminalId, currencyCode, reference, cashRegisterId, ...parent } = await this.#known(parentId);
    const { terminalMerchantId } = (parent.request['isvDetails'] ?? {}) as Partial<IsvSaleDetails>;
    const isvDetails = terminalMerchantId === undefined ? {} : { isvDetails: { terminalMerchantId } };
    const more = { ...members, ...isvDetails };
    // Without an amount, what is left is known in the transaction below.
    const { id = randomUUID(), amount = parent.amount } = request;
    const own = { terminalId, currencyCode, reference, cashRegisterId, tip: 0, request: more };
    const sale = { id, kind, parentId, amount, ...own };
    return this.#insert(sale, request.amount, (store) =>
      store.sql.database.transaction(async (session) => {
        const locked = await this.#known(parentId, session);
        if ((await store.find(id, session)) !== null) return null;
        const left = leftOf(kind, locked, await store.list({ parentId, limit: MAX_PARTS }, session));
        const wanted = request.amount ?? left;
        if (left > 0 && wanted <= left)
          return insertWith(store, { ...sale, amount: wanted }, session, withSale);
        const none = `${parentId} has nothing left to ${kind}: it is not paid, or nothing remains of it`;
        const less = `amount must be at most ${left}, which is left to ${kind} of ${parentId}`;
        throw new PayTillError('invalid', left === 0 ? none : less, locked);
      }),
    );
  }

  /** Checks and stores a request. */
  async #insert(
    sale: TillRequest,
    amount: number | undefined,
    insert: (store: SaleStore) => Promise<PaySale | null>,
  ): Promise<PaySale> {
    const { gateway, store, worker } = this.#parts();
    const problems = gateway.problems(sale);
    if (problems.length > 0) throw new PayTillError('invalid', problemsText(problems));
    for (;;) {
      const inserted = await insert(store);
      if (inserted !== null) worker.startSale(inserted.id);
      const stored = inserted ?? (await store.find(sale.id));
      if (stored !== null) {
        worker.wake();
        return sameRequest(stored, sale, amount);
      }
      const others = await store.list({ terminalId: sale.terminalId, state: 'open', limit: MAX_PARTS });
      const open = others.find((one) => hoursPreloaded(one) === null);
      // Without one, it has ended in the meantime.
      if (open === undefined) continue;
      const what = `terminal ${open.terminalId} has the open ${open.kind} ${open.id} (reference ${JSON.stringify(open.reference)})`;
      const fix = `wait for its end, or call abort('${open.id}')`;
      throw new PayTillError('terminal-in-use', `${what}: ${fix}`, open);
    }
  }

  async #makeDue(id: string, change: (store: SaleStore) => Promise<PaySale | null>): Promise<PaySale> {
    const { store, worker } = this.#parts();
    const sale = (await change(store)) ?? (await this.#known(id));
    this.#changes.next(sale);
    worker.wake();
    return sale;
  }

  async #known(id: string, session?: SqlSession): Promise<PaySale> {
    const sale = await this.#parts().store.find(id, session);
    if (sale === null) throw new PayTillError('unknown-sale', `there is no sale with the ID ${id}`);
    return sale;
  }

  #parts() {
    if (this.#running === undefined)
      throw new TypeError('PayTill starts with the application: call it after app.init() or app.listen()');
    return this.#running;
  }
}

/** Stores a sale, with what a hook writes in the same transaction. */
async function insertWith(
  store: SaleStore,
  sale: TillRequest,
  session: SqlSession,
  withSale?: WithSale,
): Promise<PaySale | null> {
  const inserted = await store.insert(sale, session);
  if (inserted !== null) await withSale?.(inserted, session);
  return inserted;
}

/** Members in which a request with the ID of a stored sale must be the same. */
const COMPARED = ['kind', 'parentId', 'terminalId', 'tip', 'currencyCode', 'reference'] as const;

/** @throws PayTillError if a stored sale is another one than a request with its ID. */
function sameRequest(stored: PaySale, request: TillRequest, amount: number | undefined): PaySale {
  const isSameAmount = stored.amount === amount || amount === undefined;
  const requested = { ...stored, tip: stored.requestedTip };
  const other = isSameAmount ? COMPARED.find((name) => request[name] !== requested[name]) : 'amount';
  if (other === undefined) return stored;
  const text = `id ${stored.id} belongs to a stored sale with another ${other}: use a new ID for a new sale`;
  throw new PayTillError('invalid', text, stored);
}

/** Returns what is left to refund or capture. A request whose outcome is unknown counts. */
function leftOf(kind: Transfer, parent: PaySale, parts: readonly PaySale[]): number {
  const parents = kind === 'capture' ? ['preauthorization'] : ['sale', 'capture'];
  if (!parents.includes(parent.kind) || parent.state !== 'paid') return 0;
  const counted = parts.filter(({ state }) => state !== 'not-paid');
  const total = parent.amount + parent.tip - parent.returnedExternally;
  if (kind === 'capture') return counted.length > 0 ? 0 : Math.max(total, 0);
  return Math.max(
    counted.reduce((left, { amount }) => left - amount, total),
    0,
  );
}
