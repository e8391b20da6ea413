import { Refusal } from './refusal.js';

/** Request and result of a used key. */
interface Use {
  readonly content: string;
  readonly answer: unknown;
}

/**
 * Remembers what a key did: the same key with the same request does it once and is answered the same. With another request it is
 * refused, for the first answer would be taken for one to the second (inferred). A refusal did nothing and is not remembered.
 */
export class IdempotencyKeys {
  private readonly uses = new Map<string, Use>();

  /**
   * Runs what the key stands for, or gives what it gave before.
   *
   * @param operation keys of different operations do not meet.
   * @param key absent: nothing is remembered.
   * @param request everything that was asked for.
   * @param stands whether what the key did still holds: a key of something that was taken back is used up.
   * @throws Refusal 409 for a key of another request, or of something that was taken back.
   */
  once<Answer>(
    operation: string,
    key: string | undefined,
    request: object,
    run: () => Answer,
    stands: (answer: Answer) => boolean = () => true,
  ): Answer {
    if (key === undefined) return run();
    const name = `${operation} ${key}`;
    const content = JSON.stringify(request);
    const use = this.uses.get(name);
    if (use === undefined) {
      const answer = run();
      this.uses.set(name, { content, answer });
      return answer;
    }
    if (use.content !== content) throw new Refusal(409, 'The idempotency key was used for another request');
    const answer = use.answer as Answer;
    if (!stands(answer)) throw new Refusal(409, 'What the idempotency key was used for was cancelled');
    return answer;
  }

  reset(): void {
    this.uses.clear();
  }
}
