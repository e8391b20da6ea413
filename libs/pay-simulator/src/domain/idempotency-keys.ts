/** Remembers what a key did: the same key does it once and is answered the same. A refusal did nothing and is not remembered. */
export class IdempotencyKeys {
  private readonly answers = new Map<string, unknown>();

  /**
   * Runs what the key stands for, or gives what it gave before.
   *
   * @param operation keys of different operations do not meet.
   * @param key absent: nothing is remembered.
   */
  once<Answer>(operation: string, key: string | undefined, run: () => Answer): Answer {
    if (key === undefined) return run();
    const name = `${operation} ${key}`;
    if (this.answers.has(name)) return this.answers.get(name) as Answer;
    const answer = run();
    this.answers.set(name, answer);
    return answer;
  }

  reset(): void {
    this.answers.clear();
  }
}
