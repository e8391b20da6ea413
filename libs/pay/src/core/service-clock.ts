/** What is known of the service's clock, from its answers' `Date`. */
export class ServiceClock {
  #offsetMs: number | null = null;

  /** How far it goes ahead of this machine's, in milliseconds; null until an answer came. */
  get offsetMs(): number | null {
    return this.#offsetMs;
  }

  /** @param now milliseconds since 1970, by this machine's clock. */
  hear(date: string | undefined, now: number): void {
    const time = date === undefined ? Number.NaN : Date.parse(date);
    if (!Number.isNaN(time)) this.#offsetMs = time - now;
  }
}
