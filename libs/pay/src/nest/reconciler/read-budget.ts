import type { MethodReturn } from '../../core/operation/method-return.js';

/** After so many failures one after another the service is left alone. */
const FAILURES_IN_A_ROW = 3;

/** A read that failed: it is reported, and the run goes on. */
export class ReadFailed extends Error {}
/** No more reads in this run. */
export class ReadsEnded extends Error {}

/** Counts a run's reads and ends them when there were enough, or the service is away. */
export class ReadBudget {
  #used = 0;
  #failuresInARow = 0;

  constructor(private readonly max: number) {}

  get used(): number {
    return this.#used;
  }

  /** Whether the service failed several times one after another. */
  get isServiceAway(): boolean {
    return this.#failuresInARow >= FAILURES_IN_A_ROW;
  }

  /** @throws ReadFailed, or ReadsEnded when none is left. */
  async read<Data>(send: () => Promise<MethodReturn<Data>>): Promise<Data> {
    const answer = await this.#ask(send);
    if (answer.success) return answer.data;
    throw new ReadFailed(answer.message);
  }

  /** Null where there is no such thing. @throws as `read`. */
  async find<Data>(send: () => Promise<MethodReturn<Data>>): Promise<Data | null> {
    const answer = await this.#ask(send);
    if (answer.success) return answer.data;
    if (answer.code === 'notfound') return null;
    throw new ReadFailed(answer.message);
  }

  async #ask<Data>(send: () => Promise<MethodReturn<Data>>): Promise<MethodReturn<Data>> {
    if (this.isServiceAway || this.#used >= this.max) throw new ReadsEnded();
    this.#used++;
    const answer = await send();
    // That one thing is not there says nothing of the next.
    const isAnswered = answer.success || answer.code === 'notfound';
    this.#failuresInARow = isAnswered ? 0 : this.#failuresInARow + 1;
    return answer;
  }

  /** Counts a read that somebody else made for this run. */
  spend(): void {
    this.#used++;
  }
}
