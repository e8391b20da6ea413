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
import { isDurableInbox } from '../inbox/stored-inbox.js';
import type { PayDurableInbox } from '../inbox/stored-inbox.js';
import { REGISTERED_JOB } from '../jobs/registered-job.js';
import type { RegisteredJob } from '../jobs/registered-job.js';
import type { PaySplits } from '../splits/pay-splits.js';
import type { applicationRecords } from '../stores/sql/application-records.js';
import type { PaySubscriptions } from '../subscriptions/pay-subscriptions.js';
import type { PayTill } from '../till/pay-till.js';
import type { ActionStore } from './action-store.js';
import { idempotencyOf, KEY_PREFIX } from './actions.js';
import type { OperatorPayouts } from './payouts.js';
import type { OperatorPlaces, Place } from './places.js';
import { FRESH_MS } from './reads.js';
import type { ServiceReads } from './reads.js';

/** The jobs of an account that the application imported. */
export interface Jobs {
  readonly till?: PayTill;
  readonly subscriptions?: PaySubscriptions;
  readonly splits?: PaySplits;
  readonly fiscal?: PayFiscal;
}

/** What waits for a person, by kind. */
export type Attention = Awaited<ReturnType<AttentionFinder['listAll']>>;

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
  readonly #known = new RecentMap<Promise<Attention>>(systemClock, FRESH_MS, MAX_PLACES);
  /** The disputes that were read last, so that no page waits for the service because of its badge. */
  readonly #disputes = new Map<string, { at: number; found: Disputes }>();

  constructor(
    private readonly modules: ModulesContainer,
    private readonly parts: {
      readonly places: OperatorPlaces;
      readonly store: ActionStore;
      readonly records: ReturnType<typeof applicationRecords>;
      readonly reads: ServiceReads;
      readonly payouts: OperatorPayouts;
      readonly logError: (message: string) => void;
    },
  ) {}

  jobsOf({ payAccount, merchantId }: Pick<Place, 'payAccount' | 'merchantId'>): Jobs {
    if (merchantId !== null) return {};
    const registered = [...this.modules.values()].flatMap(({ providers }) => {
      const job = providers.get(REGISTERED_JOB)?.instance as RegisteredJob | null | undefined;
      return job == null || this.parts.places.accountOf(job.account) !== payAccount.name ? [] : [job];
    });
    return Object.fromEntries(registered.map(({ kind, service }) => [kind, service]));
  }

  /** @param isCurrent - Whether to read again; otherwise the result can be some seconds old, because it is on each page as a badge. */
  async find(place: Place, isCurrent = false): Promise<Attention> {
    if (!isCurrent) return getOrAdd(this.#known, place.address, () => this.listAll(place));
    // Before the rest, so that the badges of other pages do not wait for the service.
    await this.#readDisputes(place);
    const found = this.listAll(place);
    this.#known.set(place.address, found);
    return found;
  }

  /** Lists everything that can be read. */
  async listAll(place: Place) {
    const { store, records, payouts, logError } = this.parts;
    const { till, splits, fiscal } = this.jobsOf(place);
    const inbox = inboxOf(place);
    const known = this.#knownDisputes(place);
    let isComplete = !known.isCut;
    // Each list can be in a database of its own, which can be down or silent.
    const list = async <Row>(read: () => Promise<Row[] | null> | null | undefined): Promise<Row[]> => {
      try {
        const rows =
          (await withinTime(systemClock, LIST_MS, Promise.resolve(read()), 'it took too long')) ?? [];
        if (rows.length >= MAX_ROWS) isComplete = false;
        return rows;
      } catch (error) {
        isComplete = false;
        logError(`a list of what needs a person could not be read: ${describeThrown(error).message}`);
        return [];
      }
    };
    const [deadLetters, failing, actions, unresolved, sales, openSplits, unreported] = await Promise.all([
      list(() => inbox?.deadLetters({ account: place.account })),
      list(() => inbox && records.failing(place.account)),
      list(() => store.listOpen(place.address)),
      list(() => (place.merchantId === null ? idempotencyOf(place)?.unresolved() : null)),
      list(() => till?.list({ state: 'needs-a-person' })),
      list(() => splits?.listOpen()),
      list(() => fiscal?.list({ state: 'paid' })),
    ]);
    const found = {
      ...{ deadLetters, actions, sales, disputes: known.disputes, payoutLines: payouts.known(place) },
      // The actions of other places have keys in the same store.
      calls: unresolved
        .filter(({ key }) => !key.startsWith(KEY_PREFIX))
        .map(({ key, outcomeLookup, sentAt }) => {
          return { key, operation: outcomeLookup?.operation ?? null, sentAt };
        }),
      splits: openSplits,
      unreported: unreported
        .filter(({ message }) => message !== null)
        .map(({ id, amount, tip, document, paidAt, message }) => {
          return { id, amount, tip, document, paidAt, message };
        }),
    };
    const count = Object.values(found).reduce((sum, rows) => sum + (rows?.length ?? 0), 0);
    return { ...found, failing, count, isComplete };
  }

  #knownDisputes(place: Place): Disputes {
    const { at, found } = this.#disputes.get(place.address) ?? { at: -Infinity, found: NO_DISPUTES };
    if (performance.now() - at > DISPUTES_FRESH_MS) {
      this.#disputes.set(place.address, { at: performance.now(), found });
      void this.#readDisputes(place);
    }
    return found;
  }

  async #readDisputes(place: Place): Promise<void> {
    const found = await listDisputes(place, this.parts.reads);
    if (this.#disputes.size >= MAX_PLACES) this.#disputes.clear();
    this.#disputes.set(place.address, { at: performance.now(), found });
  }
}

/** A payment in dispute. */
interface Dispute {
  readonly transactionId: string;
  readonly orderCode: string;
  /** Minor units; null if the currency of the account is unknown. */
  readonly amount: number | null;
  readonly currencyCode: string | null;
  readonly statusId: TransactionStatus;
  readonly reference: string | null;
  readonly createdAt: string;
}
interface Disputes {
  /** Null if the service could not be read. */
  readonly disputes: readonly Dispute[] | null;
  /** Whether there may be more. */
  readonly isCut: boolean;
}
const NO_DISPUTES: Disputes = { disputes: [], isCut: false };

/** Lists disputes that wait for the shop. No event reports that one was opened. Never rejects, so that the rest is listed anyway. */
async function listDisputes(place: Place, reads: ServiceReads): Promise<Disputes> {
  const rows = new Map<string, SaleTransactionRow>();
  let isCut = true;
  try {
    const services = place.dataServices();
    if (services === null) return NO_DISPUTES;
    for (let Page = 1; Page <= MAX_PAGES && isCut; Page += 1) {
      const query = { Page, PageSize: MAX_ROWS, OrderBy: SortOrder.NewestFirst };
      const search = () => services.searchTransactions({ StatusIds: [...OPEN_DISPUTES] }, query);
      const { data } = await reads.read(place, `disputes ${Page}`, search, new Map());
      for (const row of data) rows.set(row.transactionId, row);
      isCut = data.length > 0;
    }
  } catch {
    if (rows.size === 0) return { disputes: null, isCut: false };
  }
  // Whether the service filters is known from one public client.
  const open = [...rows.values()].filter(({ statusId }) => OPEN_DISPUTES.includes(statusId));
  const currencyCode = open.length === 0 ? null : await reads.currency(place, undefined, new Map());
  const disputes = open.map((one) => ({
    transactionId: one.transactionId,
    orderCode: one.orderCodeText,
    amount: currencyCode === null ? null : exactMinorUnits(one.amount, currencyCode),
    currencyCode,
    statusId: one.statusId,
    reference: one.merchantTrns ?? null,
    createdAt: one.insDate,
  }));
  return { disputes, isCut };
}

/** Returns the inbox of a place if it manages dead letters. */
export const inboxOf = ({ payAccount: { inbox }, merchantId }: Place): PayDurableInbox | null =>
  merchantId === null && isDurableInbox(inbox) ? inbox : null;
