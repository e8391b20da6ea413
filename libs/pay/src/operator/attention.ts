import type { ModulesContainer } from '@nestjs/core';
import type { PayDeadLetter } from '../inbox/dead-letters.js';
import { REGISTERED_JOB } from '../jobs/registered-job.js';
import type { RegisteredJob } from '../jobs/registered-job.js';
import { isDurableInbox } from '../inbox/stored-inbox.js';
import type { PayDurableInbox } from '../inbox/stored-inbox.js';
import type { PayFiscalSale } from '../fiscal/fiscal.types.js';
import type { PayFiscal } from '../fiscal/pay-fiscal.js';
import type { PaySplits } from '../splits/pay-splits.js';
import type { PaySplit } from '../splits/split.types.js';
import type { PaySubscriptions } from '../subscriptions/pay-subscriptions.js';
import type { PayTill } from '../till/pay-till.js';
import type { PaySale } from '../till/sale.types.js';
import type { Action, ActionStore } from './action-store.js';
import { idempotencyOf, KEY_PREFIX } from './actions.js';
import type { OperatorPlaces, Place } from './places.js';

/** Services of the jobs that the application has imported. */
export interface Jobs {
  readonly till?: PayTill;
  readonly subscriptions?: PaySubscriptions;
  readonly splits?: PaySplits;
  readonly fiscal?: PayFiscal;
}

/** What waits for a person. */
export interface Attention {
  readonly count: number;
  readonly deadLetters: readonly PayDeadLetter[];
  readonly actions: readonly Action[];
  /** Other calls whose outcome is unknown, by their keys. */
  readonly calls: readonly { key: string; operation: string | null; sentAt: number }[];
  readonly sales: readonly PaySale[];
  readonly splits: readonly PaySplit[];
  /** Payments that a fiscal provider has not taken yet, after the first attempt. */
  readonly unreported: readonly PayFiscalSale[];
}

/** How long a count is shown without counting again, in milliseconds. */
const FRESH_MS = 5_000;
const MAX_PLACES = 1_000;

/** Finds what waits for a person, in the application's own tables. */
export class AttentionFinder {
  readonly #known = new Map<string, { at: number; found: Promise<Attention> }>();

  constructor(
    private readonly modules: ModulesContainer,
    private readonly store: ActionStore,
    private readonly places: OperatorPlaces,
  ) {}

  /** Returns the jobs of a place's account. Jobs belong to an account, and not to the merchants of an ISV. */
  jobsOf({ payAccount, merchantId }: Pick<Place, 'payAccount' | 'merchantId'>): Jobs {
    if (merchantId !== null) return {};
    const registered = [...this.modules.values()].flatMap(({ providers }) => {
      const job = providers.get(REGISTERED_JOB)?.instance as RegisteredJob | null | undefined;
      return job == null || this.places.accountOf(job.account) !== payAccount.name ? [] : [job];
    });
    return Object.fromEntries(registered.map(({ kind, service }) => [kind, service]));
  }

  /** Finds everything, without `isCurrent` at most once in a few seconds. */
  find(place: Place, isCurrent = false): Promise<Attention> {
    const known = this.#known.get(place.address);
    if (!isCurrent && known !== undefined && performance.now() - known.at < FRESH_MS) return known.found;
    const found = this.#find(place);
    if (this.#known.size >= MAX_PLACES) this.#known.clear();
    this.#known.set(place.address, { at: performance.now(), found });
    found.catch(() => this.#known.delete(place.address));
    return found;
  }

  async #find(place: Place): Promise<Attention> {
    const { till, splits: splitService, fiscal } = this.jobsOf(place);
    const isAccount = place.merchantId === null;
    const [deadLetters, actions, unresolved, sales, splits, unreported] = await Promise.all([
      inboxOf(place)?.deadLetters({ account: place.account }) ?? [],
      this.store.listOpen(place.address),
      isAccount ? idempotencyOf(place)?.unresolved() : [],
      till?.list({ state: 'needs-a-person' }),
      splitService?.listOpen(),
      fiscal?.list({ state: 'paid' }),
    ]);
    const found = {
      ...{ deadLetters, actions },
      // The actions of other places have keys in the same store.
      calls: (unresolved ?? [])
        .filter(({ key }) => !key.startsWith(KEY_PREFIX))
        .map(({ key, outcomeLookup, sentAt }) => ({
          key,
          operation: outcomeLookup?.operation ?? null,
          sentAt,
        })),
      ...{ sales: sales ?? [], splits: splits ?? [] },
      unreported: (unreported ?? []).filter(({ message }) => message !== null),
    };
    const count = Object.values(found).reduce((sum, list) => sum + list.length, 0);
    return { ...found, count };
  }
}

/** Returns the durable inbox of the place's account. The events of an ISV's merchants belong to no merchant. */
export const inboxOf = ({ payAccount: { inbox }, merchantId }: Place): PayDurableInbox | null =>
  merchantId === null && isDurableInbox(inbox) ? inbox : null;
