import type { MethodReturn } from '../core/operation/method-return.js';
import { t } from './html.js';
import type { PageText } from './html.js';
import type { PayOperatorPlace } from './operator.options.js';
import type { Place } from './places.js';
import { OperatorProblem } from './problem.js';

/** How long a response is shown without asking again, in milliseconds. */
export const FRESH_MS = 5_000;
const MAX_ENTRIES = 1_000;
const MINUTE_MS = 60_000;

interface Entry {
  readonly at: number;
  readonly result: Promise<MethodReturn<unknown>>;
}

/** What a request shows besides its content: sentences such as that something is not current. */
export type Notices = Map<string, PageText>;

/** Reads the service with a budget for each minute and a short cache, so that open pages cannot exhaust the service. */
export class ServiceReads {
  readonly #entries = new Map<string, Entry>();
  readonly #currencies = new Map<string, string>();
  #left: number;
  #countedAt = performance.now();

  constructor(private readonly perMinute = 300) {
    this.#left = perMinute;
  }

  /** Takes requests from the budget. Returns false if it is used up. */
  take(count = 1): boolean {
    const now = performance.now();
    const refill = ((now - this.#countedAt) / MINUTE_MS) * this.perMinute;
    this.#left = Math.min(this.#left + refill, this.perMinute);
    this.#countedAt = now;
    if (this.#left < 1) return false;
    this.#left -= count;
    return true;
  }

  /** Counts a request of a report, which may exceed the budget: later reads wait. */
  spend(): void {
    this.#left -= 1;
  }

  /** Makes sure that the next requests are possible, for an action that a person has confirmed. */
  reserve(count: number): void {
    this.#left = Math.max(this.#left, count);
  }

  /**
   * Returns the data of a read, from the cache if it is fresh.
   *
   * @param what - Name of the resource.
   * @param notices - Gets a sentence if the budget is used up and older data is shown.
   * @throws OperatorProblem 404 if the service does not have it, 429 without budget and data, 502 if it fails.
   */
  async read<Data>(
    place: PayOperatorPlace & { address: string },
    what: string,
    call: () => Promise<MethodReturn<Data>>,
    notices: Notices,
  ): Promise<Data> {
    const key = `${place.address} ${what}`;
    const data = (result: MethodReturn<unknown>): Data => dataOf(result, place);
    const known = this.#entries.get(key);
    if (known !== undefined && performance.now() - known.at < FRESH_MS) return data(await known.result);
    if (this.take()) return data(await this.#call(key, call));
    if (known === undefined) throw new OperatorProblem(429, USED_UP);
    notices.set(
      'budget',
      t('The reads of this minute are used up, so this page may be older. Reload it in a minute.'),
    );
    return data(await known.result);
  }

  /** Returns the currency of an account's own amounts, which never changes; null if it cannot be read now. */
  async currency(place: Place, paymentId: string | undefined, notices: Notices): Promise<string | null> {
    const known = this.#currencies.get(place.address);
    if (known !== undefined) return known;
    try {
      const read = (): ReturnType<Place['currency']> => place.currency(paymentId);
      const found = await this.read(place, 'currency', read, notices);
      if (found !== undefined) this.#currencies.set(place.address, found);
      return found ?? null;
    } catch {
      return null;
    }
  }

  /** Forgets what was read of a place, because an action changes it or must see its present state. */
  forget({ address }: { address: string }): void {
    for (const key of this.#entries.keys()) if (key.startsWith(`${address} `)) this.#entries.delete(key);
  }

  #call<Data>(key: string, call: () => Promise<MethodReturn<Data>>): Promise<MethodReturn<Data>> {
    const result = call();
    this.#entries.delete(key);
    this.#entries.set(key, { at: performance.now(), result });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
    return result;
  }
}

export const USED_UP = t('The reads of this minute are used up. Try again in a minute.');

function dataOf<Data>(result: MethodReturn<unknown>, { merchantId }: PayOperatorPlace): Data {
  if (result.success) return result.data as Data;
  // The service also rejects codes and IDs of a wrong format, and merchants that are not connected.
  const isMissing = result.code === 'notfound' || result.code === 'validationerror';
  if (isMissing || (merchantId !== null && result.code === 'forbidden'))
    throw new OperatorProblem(404, 'The service has no such record in this account.');
  throw new OperatorProblem(
    502,
    t('Try again in a minute. If it stays like this, ask your engineers.'),
    result,
  );
}
