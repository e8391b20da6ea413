import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { milliseconds, objectWith, requireOptions, rule } from '../core/options/option-rules.js';
import { withoutUndefined } from '../core/values/plain-data.js';
import { required } from '../jobs/job-options.js';
import { afterBootstrap } from '../nest/after-bootstrap.js';
import { PayWiringError } from '../nest/pay.exceptions.js';
import { checkTables, migrate as migrateTables } from '../stores/sql/migrate.js';
import type { SqlSession } from '../stores/sql/sql-store.js';
import { SaleHooks } from '../till/sale-hook.js';
import type { HookedTill } from '../till/sale-hook.js';
import type { PaySale } from '../till/sale.types.js';
import { athensDay } from './athens-time.js';
import { PayFiscalError } from './fiscal-error.js';
import { fiscalSaleOf, stateAfter, unusedAttempts, withSentLast } from './fiscal-record.js';
import type { FiscalRecord } from './fiscal-record.js';
import { FiscalStore } from './fiscal-store.js';
import { checkedDocument, requireAmounts } from './fiscal-text.js';
import { fiscalUid, UID_CHECKS } from './fiscal-uid.js';
import { FiscalWorker } from './fiscal-worker.js';
import type {
  FiscalIssuedDocument,
  FiscalIssuer,
  PayFiscalDocument,
  PayFiscalFilter,
  PayFiscalOptions,
  PayFiscalRefundRequest,
  PayFiscalSale,
  PayFiscalSaleRequest,
  PayFiscalTotal,
} from './fiscal.types.js';
import { FISCAL_MIGRATIONS } from './migrations.js';
import { SaleSignatures } from './sale-signatures.js';

/** Token of the options. A string, because Nest shows it in errors. */
export const PAY_FISCAL_OPTIONS = 'PAY_FISCAL_OPTIONS';

const EURO = '978';
const NO_SERIES = '0';
const RULES = {
  provider: required(
    objectWith('sign', 'report'),
    'pass an object with id, sign and report: a PayFiscalProvider',
  ),
  issuer: {
    ...required({}, "pass { vatNumber }, for example { vatNumber: '094259216' }"),
    fields: {
      vatNumber: required(rule(...UID_CHECKS.vatNumber), 'pass the tax number (AFM) of the shop'),
      branch: rule(...UID_CHECKS.branch),
      encoding: rule((value) => value === 'utf-8' || value === 'iso-8859-7', "'utf-8' or 'iso-8859-7'"),
    },
  },
  pollMs: milliseconds(1, 60_000, 1_000),
  maxRetryMs: milliseconds(1_000, 3_600_000, 300_000),
  autonomousMs: milliseconds(1_000, 86_400_000, 300_000),
};
const DEFAULTS = { pollMs: 1_000, maxRetryMs: 300_000, autonomousMs: 300_000 };
const ID = /^\d{1,3}$/;

type Running = { till: HookedTill; store: FiscalStore; worker: FiscalWorker };

/**
 * Sells at tills in Greece: each sale has one document number and a valid signature when the terminal asks for the card, and each
 * payment is reported until the provider confirms it. Amounts are in minor units. Import {@link PayFiscalModule} beside `PayTillModule`.
 *
 * @example
 * const sale = await fiscal.sell({
 *   terminalId: '16000010',
 *   amount: 1240,
 *   reference: 'receipt-1',
 *   document: { type: '11.1', series: 'A', net: 1000, vat: 240, gross: 1240 },
 * });
 */
@Injectable()
export class PayFiscal implements OnModuleInit, OnModuleDestroy {
  readonly #options: Required<PayFiscalOptions>;
  readonly #logger = new Logger('PayFiscal');
  #running?: Running;

  /** @throws RangeError that names each wrong option. */
  constructor(
    @Inject(PAY_FISCAL_OPTIONS) options: PayFiscalOptions,
    private readonly module: ModuleRef,
    private readonly modules: ModulesContainer,
  ) {
    requireOptions(RULES, options, 'PayFiscalModule.');
    const { id } = options.provider;
    if (typeof id !== 'string' || !ID.test(id))
      throw new RangeError(
        `PayFiscalModule.provider.id must be the AADE number of the provider, for example '999' (received ${String(JSON.stringify(id))})`,
      );
    this.#options = { ...DEFAULTS, ...withoutUndefined(options) };
  }

  /** Registers itself at the till. @throws PayWiringError without `PayTillModule`. */
  onModuleInit(): void {
    const hooks = this.#hooks();
    if (hooks.hook !== null)
      throw new PayWiringError('PayFiscalModule is imported twice for one till: import it once.');
    hooks.hook = {
      start: (till) => this.#start(till),
      prepare: ({ id }) => this.#signatures(id),
      ended: (sale, session) => this.#ended(sale, session),
      wake: () => this.#running?.worker.wake(),
    };
  }

  /** @internal Account of the till; null for the default account. */
  get account(): string | null {
    return this.#running?.till.account || null;
  }

  /** Ends the calls in progress. Other processes continue. */
  async onModuleDestroy(): Promise<void> {
    await this.#running?.worker.stop();
  }

  /**
   * Stores a sale with the number and the UID of its document, and returns it at once. The provider signs it, and the till sends it in
   * the background. Follow it with `PayTill.sale$`.
   *
   * A number that you pass is used for several sales only if they pay parts of the same document, or if the earlier ones were not paid.
   *
   * @param request - As for `PayTill.sell`, in euros, with its `document`. With `aadePreloaded`, the request waits at the terminal for
   *   `aadePreloadedDuration` hours.
   * @throws PayFiscalError `invalid` for a wrong document; `conflict` if its number or the ID of the sale is used by another document.
   * @throws PayTillError as `PayTill.sell`.
   * @example
   * const sale = await fiscal.sell({ terminalId, amount: 1240, reference: 'receipt-1', document });
   */
  async sell({ document, ...request }: PayFiscalSaleRequest): Promise<PaySale> {
    const checked = this.#checked(document, request.amount);
    if (request.aadePreloadedDuration !== undefined && request.aadePreloaded !== true)
      throw new PayFiscalError('invalid', 'aadePreloadedDuration needs aadePreloaded: true');
    const { till } = this.#parts();
    const sale = await till.sell({ ...request, currencyCode: EURO }, (stored, session) =>
      this.#reserve('sale', stored, checked, session),
    );
    await this.#requireDocument(sale.id, checked);
    return sale;
  }

  /**
   * Refunds a paid sale of the till, in full or in part, with a credit note that is signed like a sale.
   *
   * @param id - ID of the sale.
   * @throws PayFiscalError as `sell`. PayTillError as `PayTill.refund`.
   * @example
   * const refund = await fiscal.refund(sale.id, { amount: 1240, document: { type: '11.4', series: 'P', net: 1000, vat: 240, gross: 1240 } });
   */
  async refund(id: string, { document, ...request }: PayFiscalRefundRequest): Promise<PaySale> {
    const checked = this.#checked(document, request.amount);
    const { till } = this.#parts();
    const refund = await till.refund(id, request, {}, (stored, session) =>
      this.#reserve('refund', stored, checked, session),
    );
    await this.#requireDocument(refund.id, checked);
    return refund;
  }

  /**
   * Reads a fiscal sale. Resolves with null if there is none.
   *
   * @example const sale = await fiscal.get(id);
   */
  async get(id: string): Promise<PayFiscalSale | null> {
    const record = await this.#parts().store.find(id);
    return record === null ? null : fiscalSaleOf(record);
  }

  /**
   * Lists fiscal sales, newest first. `paid` are those that are not reported yet.
   *
   * @example const unreported = await fiscal.list({ state: 'paid' });
   */
  async list(filter: PayFiscalFilter = {}): Promise<PayFiscalSale[]> {
    return (await this.#parts().store.list(filter)).map(fiscalSaleOf);
  }

  /**
   * Sums the payments from one time until another, by kind and series.
   *
   * @example const totals = await fiscal.totals(startOfDay, new Date());
   */
  totals(from: Date, to: Date): Promise<PayFiscalTotal[]> {
    return this.#parts().store.totals(from, to);
  }

  /**
   * Calls the provider now for a payment that is not reported: after you fixed what `message` names.
   *
   * @throws PayFiscalError `unknown-sale`.
   * @example const sale = await fiscal.retry(id);
   */
  async retry(id: string): Promise<PayFiscalSale> {
    const { store, worker } = this.#parts();
    const record = await store.makeDue(id);
    if (record === null)
      throw new PayFiscalError('unknown-sale', `there is no fiscal sale with the ID ${id}`);
    worker.wake();
    return fiscalSaleOf(record);
  }

  /**
   * Reads the autonomous sales of the terminals now, and stores new ones to be reported. It also happens every five minutes.
   *
   * @example await fiscal.readAutonomous();
   */
  readAutonomous(): Promise<void> {
    return this.#parts().worker.readAutonomous();
  }

  async #start(till: HookedTill): Promise<void> {
    const { sql, account, migrate } = till;
    await (migrate ? migrateTables : checkTables)(sql.database, sql.schema, 'fiscal', FISCAL_MIGRATIONS);
    const store = new FiscalStore(sql, account);
    const worker = new FiscalWorker(store, till, this.#options, (text) => this.#logger.error(text));
    this.#running = { till, store, worker };
    afterBootstrap(this.modules, () => worker.start());
  }

  #signatures(id: string) {
    const { provider, issuer } = this.#options;
    return new SaleSignatures(this.#parts().store, provider, issuer).prepare(id);
  }

  #checked(document: PayFiscalDocument, amount: number): PayFiscalDocument & { series: string } {
    const checked = checkedDocument(document);
    requireAmounts({ ...checked, amount });
    return { series: NO_SERIES, ...checked };
  }

  /** Fixes the number and the UID of a document in the transaction that stores its sale. */
  async #reserve(
    kind: 'sale' | 'refund',
    sale: PaySale,
    document: PayFiscalDocument & { series: string },
    session: SqlSession,
  ): Promise<void> {
    const { store } = this.#parts();
    const { type, series, number } = document;
    const last = await store.lockSeries(type, series, session);
    const parts = number === undefined ? [] : await store.withNumber(type, series, number, session);
    const issued =
      partOf(document, sale.amount, parts) ??
      issue(document, number ?? last + 1, this.#options.issuer, store.sql.now() ?? new Date());
    await store.useNumber(type, series, issued.number, session);
    const { id, terminalId, amount, tip } = sale;
    const empty = { attempts: [], transactionId: null, session: null, report: null };
    const isNew = await store.insert(
      { ...{ id, kind, state: 'reserved', amount, tip, terminalId }, ...empty, document: issued },
      session,
    );
    if (!isNew) throw new PayFiscalError('conflict', `id ${id} belongs to another fiscal sale: use a new ID`);
  }

  /** @throws PayFiscalError if the ID of a request is that of a stored sale with another document. */
  async #requireDocument(id: string, requested: PayFiscalDocument & { series: string }): Promise<void> {
    const { document = null } = (await this.#parts().store.find(id)) ?? {};
    const present = document === null ? {} : { ...document, mark: document.mark ?? undefined };
    const names = Object.keys(requested) as (keyof PayFiscalDocument)[];
    const other = names.find((name) => !isDeepStrictEqual(present[name as never], requested[name]));
    if (other !== undefined)
      throw new PayFiscalError(
        'conflict',
        `id ${id} belongs to a stored sale whose document has another ${other}: use a new ID for a new sale`,
      );
  }

  /** Writes in the transaction that stores the end of the till's sale. */
  async #ended(sale: PaySale, session: SqlSession): Promise<void> {
    await this.#parts().store.change(
      sale.id,
      (record) => {
        const attempts = withSentLast(record, sale);
        const ended: FiscalRecord = { ...record, attempts, state: stateAfter(sale, record) };
        const isDue = ended.state === 'paid' || unusedAttempts(ended).length > 0;
        const { transactionId, receipt, tip } = sale;
        return {
          ...{ state: ended.state, attempts, transactionId, session: receipt, tip, failures: 0 },
          dueInMs: isDue && ended.state !== 'needs-a-person' ? 0 : null,
        };
      },
      session,
    );
  }

  #hooks(): SaleHooks {
    try {
      return this.module.get(SaleHooks, { strict: false });
    } catch {
      throw new PayWiringError('PayFiscalModule needs PayTillModule: import both in your application.');
    }
  }

  #parts(): Running {
    if (this.#running === undefined)
      throw new TypeError('PayFiscal starts with the application: call it after app.init() or app.listen()');
    return this.#running;
  }
}

/**
 * Returns the document of which a sale pays a part; null if no other sale has its number.
 *
 * @throws PayFiscalError if another document has the number, or if less is left to pay.
 */
function partOf(
  document: PayFiscalDocument,
  amount: number,
  parts: readonly FiscalRecord[],
): FiscalIssuedDocument | null {
  const issued = parts[0]?.document ?? null;
  if (issued === null) return null;
  const { type, series, number } = issued;
  const name = `document ${type} ${series} ${number}`;
  const members = ['net', 'vat', 'gross', 'issuedOn', 'mark'] as const;
  const other = members.find(
    (member) => document[member] !== undefined && document[member] !== issued[member],
  );
  if (other !== undefined)
    throw new PayFiscalError(
      'conflict',
      `${name} has another ${other}, ${String(issued[other])}: use the next number`,
    );
  const left = parts.reduce((rest, part) => rest - part.amount, issued.gross);
  if (amount > left)
    throw new PayFiscalError(
      'conflict',
      `${name} has ${left} left to pay, and amount is ${amount}: sale ${parts[0]?.id} pays or has paid the rest`,
    );
  return issued;
}

/** Gives a document its number and its UID. */
function issue(
  document: PayFiscalDocument & { series: string },
  number: number,
  { branch = 0, ...issuer }: FiscalIssuer,
  now: Date,
): FiscalIssuedDocument {
  const { type, series, issuedOn = athensDay(now), mark = null, net, vat, gross } = document;
  const uid = fiscalUid({ ...issuer, issuedOn, branch, type, series, number });
  return { type, series, number, issuedOn, uid, mark, net, vat, gross };
}
