import type { MethodFailure } from '../core/operation/method-return.js';
import type { PageText } from './html.js';

/** Ends a request with a page or JSON that says what is wrong. */
export class OperatorProblem extends Error {
  /**
   * @param status - HTTP status.
   * @param words - For the person.
   * @param failure - Of the service.
   */
  constructor(
    readonly status: 400 | 403 | 404 | 409 | 422 | 429 | 502 | 503,
    readonly words: PageText,
    readonly failure: MethodFailure<string> | null = null,
  ) {
    super(words.english);
  }
}
