import type { ModulesContainer } from '@nestjs/core';
import { SortOrder } from '../areas/coded-values.generated.js';
import type { TransactionStatus } from '../areas/coded-values.generated.js';
import { exactMinorUnits } from '../core/values/money.js';
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
/** A badge is on each page, and disputes last for weeks. */
const DISPUTES_FRESH_MS = 10 * 60_000;
/** Disputes in which the service expects the evidence of the shop, or may soon. */
const OPEN_DISPUTES: readonly TransactionStatus[] = ['M', 'MS'];

/** Finds what needs a person, and the jobs of an account. */
export class AttentionFinder {
  readonly #known = new Map<string, { at: number; found: Promise<Attention> }>();
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
    const known = this.#known.get(place.address);
    if (!isCurrent && known !== undefined && performance.now() - known.at < FRESH_MS) return known.found;
    // Before the rest, so that the badges of other pages do not wait for the service.
    if (isCurrent) await this.#readDisputes(place);
    const found = this.listAll(place);
    if (this.#known.size >= MAX_PLACES) this.#known.clear();
    this.#known.set(place.address, { at: performance.now(), found });
    found.catch(() => this.#known.delete(place.address));
    return found;
  }

  /** Lists everything. */
  async listAll(place: Place) {
    const { store, records, payouts } = this.parts;
    const { till, splits, fiscal } = this.jobsOf(place);
    const isAccount = place.merchantId === null;
    const [deadLetters, failing, actions, unresolved, sales, openSplits, unreported] = await Promise.all([
      inboxOf(place)?.deadLetters({ account: place.account }) ?? [],
      inboxOf(place) === null ? [] : records.failing(place.account),
      store.listOpen(place.address),
      isAccount ? idempotencyOf(place)?.unresolved() : [],
      till?.list({ state: 'needs-a-person' }) ?? [],
      splits?.listOpen() ?? [],
      fiscal?.list({ state: 'paid' }) ?? [],
    ]);
    const found = {
      ...{
        deadLetters,
        actions,
        sales,
        disputes: this.#knownDisputes(place),
        payoutLines: payouts.known(place),
      },
      // The actions of other places have keys in the same store.
      calls: (unresolved ?? [])
        .filter(({ key }) => !key.startsWith(KEY_PREFIX))
        .map(({ key, outcomeLookup, sentAt }) => ({
          key,
          operation: outcomeLookup?.operation ?? null,
          sentAt,
        })),
      splits: openSplits,
      unreported: unreported
        .filter(({ message }) => message !== null)
        .map(({ id, amount, tip, document, paidAt, message }) => {
          return { id, amount, tip, document, paidAt, message };
        }),
    };
    const count = Object.values(found).reduce((sum, list) => sum + (list?.length ?? 0), 0);
    return { ...found, failing: failing ?? [], count };
  }

  #knownDisputes(place: Place): Disputes {
    const { at, found } = this.#disputes.get(place.address) ?? { at: -Infinity, found: [] };
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
/** Null if the service could not be read. */
type Disputes = readonly Dispute[] | null;

/** Lists disputes that wait for the shop. No event reports that one was opened. Never rejects, so that the rest is listed anyway. */
async function listDisputes(place: Place, reads: ServiceReads): Promise<Disputes> {
  try {
    const services = place.dataServices();
    if (services === null) return [];
    const search = () =>
      services.searchTransactions({ StatusIds: [...OPEN_DISPUTES] }, { OrderBy: SortOrder.NewestFirst });
    const { data } = await reads.read(place, 'disputes', search, new Map());
    const currencyCode = data.length === 0 ? null : await reads.currency(place, undefined, new Map());
    // Whether the service filters is known from one public client.
    const open = data.filter(({ statusId }) => OPEN_DISPUTES.includes(statusId));
    return open.map((one) => ({
      transactionId: one.transactionId,
      orderCode: one.orderCodeText,
      amount: currencyCode === null ? null : exactMinorUnits(one.amount, currencyCode),
      currencyCode,
      statusId: one.statusId,
      reference: one.merchantTrns ?? null,
      createdAt: one.insDate,
    }));
  } catch {
    return null;
  }
}

/** Returns the inbox of a place if it manages dead letters. */
export const inboxOf = ({ payAccount: { inbox }, merchantId }: Place): PayDurableInbox | null =>
  merchantId === null && isDurableInbox(inbox) ? inbox : null;
