import type { ModulesContainer } from '@nestjs/core';
import { SortOrder } from '../areas/coded-values.generated.js';
import type { TransactionStatus } from '../areas/coded-values.generated.js';
import type { SaleTransactionRow } from '../areas/results.generated.js';
import { systemClock } from '../core/values/clock.js';
import { describeThrown } from '../core/values/describe-thrown.js';
import { getOrAdd } from '../core/values/get-or-add.js';
import { exactMinorUnits } from '../core/values/money.js';
import { RecentMap } from '../core/values/recent-map.js';
import { withinTime } from '../core/values/time-limit.js';
import type { PayFiscal } from '../fiscal/pay-fiscal.js';
import { REGISTERED_JOB } from '../jobs/registered-job.js';
import type { RegisteredJob } from '../jobs/registered-job.js';
import type { applicationRecords } from '../stores/sql/application-records.js';
import type { PaySplits } from '../splits/pay-splits.js';
import type { PaySubscriptions } from '../subscriptions/pay-subscriptions.js';
import type { PaySplit } from '../splits/split.types.js';
import type { PaySale } from '../till/sale.types.js';
import type { PayIdempotency } from '../idempotency/pay-idempotency.js';
import type { PayTill } from '../till/pay-till.js';
import type { Action, ActionStore } from './action-store.js';
import { KEY_PREFIX } from './actions.js';
import { letterData } from './letter-data.js';
import type { OperatorPayouts } from './payouts.js';
import type { OperatorPlaces, Place } from './places.js';
import { FRESH_MS, UPTIME } from './reads.js';

/** The jobs of an account that the application imported. */
export interface Jobs {
  readonly till?: PayTill;
  readonly subscriptions?: PaySubscriptions;
  readonly splits?: PaySplits;
  readonly fiscal?: PayFiscal;
}

/** Items by list. Null if they cannot be read now. */
export interface AttentionLists {
  readonly actions: readonly Action[];
  readonly calls: Readonly<ReturnType<typeof callsOf>>;
  readonly deadLetters: readonly ReturnType<typeof letterData>[];
  readonly disputes: Disputes['disputes'];
  readonly sales: readonly PaySale[];
  readonly unreported: Readonly<ReturnType<typeof unreportedOf>>;
  readonly splits: readonly PaySplit[];
  readonly payoutLines: ReturnType<OperatorPayouts['known']>;
  readonly failing: Readonly<
    NonNullable<Awaited<ReturnType<ReturnType<typeof applicationRecords>['failing']>>>
  >;
}

/** What waits for a person. */
export interface Attention {
  readonly lists: AttentionLists;
  readonly count: number;
  /** Whether each list could be read, and is not too long. */
  readonly isComplete: boolean;
}

const MAX_PLACES = 1_000;
/** Rows of each list, which is the default of all its sources. */
const MAX_ROWS = 100;
/** Pages of disputes: a service that ignores the filter would return all sales. */
const MAX_PAGES = 5;
/** How long a page waits for a list, in milliseconds. */
const LIST_MS = 2_000;
/** A badge is on each page, and disputes last for weeks. */
const DISPUTES_FRESH_MS = 10 * 60_000;
/** Disputes in which the service expects the evidence of the shop, or may soon. */
const OPEN_DISPUTES: readonly TransactionStatus[] = ['M', 'MS'];

/** Finds what needs a person, and the jobs of an account. */
export class AttentionFinder {
  readonly #known = new RecentMap<Promise<Attention>>(UPTIME, FRESH_MS, MAX_PLACES);
  /** The disputes that were read last, so that no page waits for the service because of its badge. */
  readonly #disputes = new RecentMap<{ at: number; found: Disputes }>(UPTIME, Infinity, MAX_PLACES);

  constructor(
    private readonly modules: ModulesContainer,
    private readonly parts: {
      readonly store: ActionStore;
      readonly places: OperatorPlaces;
      readonly payouts: OperatorPayouts;
      readonly records: ReturnType<typeof applicationRecords>;
    },
    private readonly logError: (message: string) => void,
  ) {}

  jobsOf({ account, merchantId }: Place): Jobs {
    if (merchantId !== null) return {};
    const registered = [...this.modules.values()].flatMap(({ providers }) => {
      const job = providers.get(REGISTERED_JOB)?.instance as RegisteredJob | null | undefined;
      return job == null || this.parts.places.accountOf(job.account) !== account ? [] : [job];
    });
    return Object.fromEntries(registered.map(({ kind, service }) => [kind, service]));
  }

  /** @param isCurrent - Whether to read again; otherwise the result can be some seconds old, because it is on each page as a badge. */
  async find(place: Place, isCurrent = false): Promise<Attention> {
    if (!isCurrent) return getOrAdd(this.#known, place.address, () => this.#list(place));
    // Before the rest, so that the badges of other pages do not wait for the service.
    await this.#readDisputes(place);
    const found = this.#list(place);
    this.#known.set(place.address, found);
    return found;
  }

  /** Lists everything that can be read. */
  async #list(place: Place): Promise<Attention> {
    let isComplete = !this.disputesOf(place).isCut;
    // Each list can be in a database of its own, which can be down or silent.
    const list = async <Row, Item>(
      read: () => Promise<readonly Row[] | null> | null | undefined,
      itemsOf: (rows: readonly Row[]) => readonly Item[],
    ): Promise<readonly Item[]> => {
      try {
        const found = Promise.resolve(read());
        const rows = (await withinTime(systemClock, LIST_MS, found, 'it took too long')) ?? [];
        if (rows.length >= MAX_ROWS) isComplete = false;
        return itemsOf(rows);
      } catch (error) {
        isComplete = false;
        const { message } = describeThrown(error);
        this.logError(`a list of what needs a person could not be read: ${message}`);
        return [];
      }
    };
    const { store, payouts, records } = this.parts;
    const { till, splits, fiscal } = this.jobsOf(place);
    const { account, inbox, idempotency, merchantId } = place;
    const all = <Row>(rows: readonly Row[]): readonly Row[] => rows;
    const [actions, calls, deadLetters, sales, unreported, openSplits, failing] = await Promise.all([
      list(() => store.listOpen(place.address), all),
      list(() => (merchantId === null ? idempotency?.unresolved() : null), callsOf),
      list(
        () => inbox?.deadLetters({ account }),
        (letters) => letters.map(letterData),
      ),
      list(() => till?.list({ state: 'needs-a-person' }), all),
      list(() => fiscal?.list({ state: 'paid' }), unreportedOf),
      list(() => splits?.listOpen(), all),
      list(() => inbox && records.failing(account), all),
    ]);
    const { disputes } = this.disputesOf(place);
    const waiting = { actions, calls, deadLetters, disputes, sales, unreported, splits: openSplits };
    const counted = { ...waiting, payoutLines: payouts.known(place) };
    const count = Object.values(counted).reduce((sum, items) => sum + (items?.length ?? 0), 0);
    return { lists: { ...counted, failing }, count, isComplete };
  }

  /** Returns the disputes that were read last. Reads them again after a while, without a wait. */
  disputesOf(place: Place): Disputes {
    const { at, found } = this.#disputes.get(place.address) ?? { at: -Infinity, found: NO_DISPUTES };
    if (UPTIME.now() - at > DISPUTES_FRESH_MS) {
      this.#disputes.set(place.address, { at: UPTIME.now(), found });
      void this.#readDisputes(place);
    }
    return found;
  }

  async #readDisputes(place: Place): Promise<void> {
    const found = await listDisputes(place);
    this.#disputes.set(place.address, { at: UPTIME.now(), found });
  }
}

/** The actions of other places have keys in the same store. */
const callsOf = (rows: Readonly<Awaited<ReturnType<PayIdempotency['unresolved']>>>) =>
  rows
    .filter(({ key }) => !key.startsWith(KEY_PREFIX))
    .map(({ key, outcomeLookup, sentAt }) => {
      return { key, operation: outcomeLookup?.operation ?? null, sentAt };
    });

/** Other sales are reported soon. */
const unreportedOf = (sales: Readonly<Awaited<ReturnType<PayFiscal['list']>>>) =>
  sales
    .filter(({ message }) => message !== null)
    .map(({ id, amount, tip, document, paidAt, message }) => {
      return { id, amount, tip, document, paidAt, message };
    });

/** Payments in dispute. Null if the service could not be read. `isCut` if there may be more. */
type Disputes = Awaited<ReturnType<typeof listDisputes>>;
const NO_DISPUTES = { disputes: [], isCut: false };

/** Lists disputes that wait for the shop. No event reports that one was opened. Never rejects, so that the rest is listed anyway. */
async function listDisputes(place: Place) {
  const rows = new Map<string, SaleTransactionRow>();
  let isCut = true;
  try {
    const services = place.calls.dataServices();
    if (services === null) return NO_DISPUTES;
    for (let Page = 1; Page <= MAX_PAGES && isCut; Page += 1) {
      const query = { Page, PageSize: MAX_ROWS, OrderBy: SortOrder.NewestFirst };
      const search = () => services.searchTransactions({ StatusIds: [...OPEN_DISPUTES] }, query);
      const { data } = await place.read(`disputes ${Page}`, search);
      for (const row of data) rows.set(row.transactionId, row);
      isCut = data.length > 0;
    }
  } catch {
    if (rows.size === 0) return { disputes: null, isCut: false };
  }
  // Whether the service filters is known from one public client.
  const open = [...rows.values()].filter(({ statusId }) => OPEN_DISPUTES.includes(statusId));
  const currencyCode = open.length === 0 ? null : await place.currency();
  const disputes = open.map(({ transactionId, orderCodeText, amount, statusId, merchantTrns, insDate }) => ({
    ...{ transactionId, orderCode: orderCodeText },
    // Minor units; null if the currency of the account is unknown.
    amount: currencyCode === null ? null : exactMinorUnits(amount, currencyCode),
    ...{ currencyCode, statusId, reference: merchantTrns ?? null, createdAt: insDate },
  }));
  return { disputes, isCut };
}
