import type { MethodFailure } from '../core/operation/method-return.js';
import { t } from './html.js';
import type { PageText } from './html.js';

/** Ends a request with a page or JSON that says what is wrong. */
export class OperatorProblem extends Error {
  readonly words: PageText;

  /**
   * @param status - HTTP status.
   * @param words - For the person.
   * @param failure - Of the service.
   */
  constructor(
    readonly status: 403 | 404 | 409 | 422 | 429 | 502 | 503,
    words: PageText | string,
    readonly failure: Pick<MethodFailure<string>, 'message' | 'meta'> | null = null,
  ) {
    const text = typeof words === 'string' ? t(words) : words;
    super(text.english);
    this.words = text;
  }
}
