import type { Clock } from '../core/clock.js';
import { PayInboxFullError } from './inbox-errors.js';
import type { PayInboxStore } from './inbox-store.js';
import { isServiceSource } from './lane.js';

/** Counts are asked for again after so long; what this process stores meanwhile is added. */
const FRESH_MS = 1_000;
/** What one sender that is not the service's may take of what all such have. */
const SHARE_OF_ONE = 0.1;

interface Counts {
  asked: number;
  ofSource: Map<string | null, number>;
}

/**
 * How many deliveries may wait that the service has not confirmed. The service's own addresses have as many for themselves as all
 * others together: what anybody posts must not keep out what is true.
 */
export class UnconfirmedLimit {
  readonly #counts = new Map<string | null, Counts>();
  readonly #asking = new Map<string | null, Promise<Counts>>();

  constructor(
    private readonly store: Pick<PayInboxStore, 'unconfirmed'>,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly max: number,
  ) {}

  /** @throws PayInboxFullError where no more may be stored, else what the store rejects with. */
  async admit(account: string | null, source: string | null): Promise<void> {
    const known = this.#counts.get(account);
    const isFresh = known !== undefined && this.clock.now() - known.asked < FRESH_MS;
    const { ofSource } = isFresh ? known : await this.#ask(account);
    const isService = isServiceSource(source);
    const alike = [...ofSource].filter(([one]) => isServiceSource(one) === isService);
    const waiting = alike.reduce((sum, [, count]) => sum + count, 0);
    const own = isService ? 0 : (ofSource.get(source) ?? 0);
    if (waiting < this.max && own < Math.ceil(this.max * SHARE_OF_ONE)) return;
    throw new PayInboxFullError(
      `${waiting} deliveries wait that are not confirmed, and came from ` +
        (isService
          ? "the service's addresses"
          : `others than the service's addresses, ${own} of them from this one`),
    );
  }

  /** One more waits. */
  note(account: string | null, source: string | null): void {
    const ofSource = this.#counts.get(account)?.ofSource;
    ofSource?.set(source, (ofSource.get(source) ?? 0) + 1);
  }

  /** Once for all who want to know at the same time. */
  #ask(account: string | null): Promise<Counts> {
    const under = this.#asking.get(account);
    if (under !== undefined) return under;
    const asking = this.#read(account).finally(() => this.#asking.delete(account));
    this.#asking.set(account, asking);
    return asking;
  }

  async #read(account: string | null): Promise<Counts> {
    const rows = await this.store.unconfirmed(account);
    const counts = {
      asked: this.clock.now(),
      ofSource: new Map(rows.map(({ source, waiting }) => [source, waiting])),
    };
    this.#counts.set(account, counts);
    return counts;
  }
}
