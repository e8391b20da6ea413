import type { ModulesContainer } from '@nestjs/core';
import { SortOrder } from '../areas/coded-values.generated.js';
import type { TransactionStatus } from '../areas/coded-values.generated.js';
import { exactMinorUnits } from '../core/values/money.js';
import { RecentMap } from '../core/values/recent-map.js';
import type { PayFiscal } from '../fiscal/pay-fiscal.js';
import { REGISTERED_JOB } from '../jobs/registered-job.js';
import type { RegisteredJob } from '../jobs/registered-job.js';
import type { PaySplits } from '../splits/pay-splits.js';
import type { PaySubscriptions } from '../subscriptions/pay-subscriptions.js';
import type { PayTill } from '../till/pay-till.js';
import { LISTS } from './attention-lists.js';
import type { PayOperator } from './pay-operator.js';
import type { Place } from './places.js';
import { FRESH_MS, UPTIME } from './reads.js';

/** The jobs of an account that the application imported. */
export interface Jobs {
  readonly till?: PayTill;
  readonly subscriptions?: PaySubscriptions;
  readonly splits?: PaySplits;
  readonly fiscal?: PayFiscal;
}

/** What waits for a person, by list. */
interface Attention {
  readonly lists: Readonly<Record<string, readonly unknown[] | null>>;
  readonly count: number;
}

const MAX_PLACES = 1_000;
/** A badge is on each page, and disputes last for weeks. */
const DISPUTES_FRESH_MS = 10 * 60_000;
/** Disputes in which the service expects the evidence of the shop, or may soon. */
const OPEN_DISPUTES: readonly TransactionStatus[] = ['M', 'MS'];

/** Finds what needs a person, and the jobs of an account. */
export class AttentionFinder {
  readonly #known = new RecentMap<Promise<Attention> | undefined>(UPTIME, FRESH_MS, MAX_PLACES);
  /** The disputes that were read last, so that no page waits for the service because of its badge. */
  readonly #disputes = new RecentMap<{ at: number; found: Disputes }>(UPTIME, Infinity, MAX_PLACES);

  constructor(
    private readonly modules: ModulesContainer,
    private readonly operator: PayOperator,
  ) {}

  jobsOf({ account, merchantId }: Place): Jobs {
    if (merchantId !== null) return {};
    const registered = [...this.modules.values()].flatMap(({ providers }) => {
      const job = providers.get(REGISTERED_JOB)?.instance as RegisteredJob | null | undefined;
      return job == null || this.operator.places.accountOf(job.account) !== account ? [] : [job];
    });
    return Object.fromEntries(registered.map(({ kind, service }) => [kind, service]));
  }

  /** @param isCurrent - Whether to read again; otherwise the result can be some seconds old, because it is on each page as a badge. */
  async find(place: Place, isCurrent = false): Promise<Attention> {
    const known = this.#known.get(place.address);
    if (!isCurrent && known !== undefined) return known;
    // Before the rest, so that the badges of other pages do not wait for the service.
    if (isCurrent) await this.#readDisputes(place);
    const found = this.#list(place);
    this.#known.set(place.address, found);
    found.catch(() => this.#known.set(place.address, undefined));
    return found;
  }

  async #list(place: Place): Promise<Attention> {
    const sources = { place, operator: this.operator, jobs: this.jobsOf(place) };
    const entries = Object.entries(LISTS).map(
      async ([name, { find }]) => [name, await find(sources)] as const,
    );
    const lists = Object.fromEntries(await Promise.all(entries));
    const counted = Object.entries(lists).filter(([name]) => name !== 'failing');
    return { lists, count: counted.reduce((sum, [, items]) => sum + (items?.length ?? 0), 0) };
  }

  /** Returns the disputes that were read last. Reads them again after a while, without a wait. */
  disputesOf(place: Place): Disputes {
    const { at, found } = this.#disputes.get(place.address) ?? { at: -Infinity, found: [] };
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

/** Payments in dispute. Null if the service could not be read. */
type Disputes = Awaited<ReturnType<typeof listDisputes>>;

/** Lists disputes that wait for the shop. No event reports that one was opened. Never rejects, so that the rest is listed anyway. */
async function listDisputes(place: Place) {
  try {
    const services = place.calls.dataServices();
    if (services === null) return [];
    const search = () =>
      services.searchTransactions({ StatusIds: [...OPEN_DISPUTES] }, { OrderBy: SortOrder.NewestFirst });
    const { data } = await place.read('disputes', search);
    const currencyCode = data.length === 0 ? null : await place.currency();
    // Whether the service filters is known from one public client.
    const open = data.filter(({ statusId }) => OPEN_DISPUTES.includes(statusId));
    return open.map(({ transactionId, orderCodeText, amount, statusId, merchantTrns, insDate }) => ({
      ...{ transactionId, orderCode: orderCodeText },
      // Minor units; null if the currency of the account is unknown.
      amount: currencyCode === null ? null : exactMinorUnits(amount, currencyCode),
      ...{ currencyCode, statusId, reference: merchantTrns ?? null, createdAt: insDate },
    }));
  } catch {
    return null;
  }
}
