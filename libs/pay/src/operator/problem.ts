import type { MethodFailure } from '../core/operation/method-return.js';
import { WORDS } from './files.generated.js';
import { t } from './html.js';
import type { PageText } from './html.js';

type Failure = Pick<MethodFailure<string>, 'message' | 'meta'>;

/** Ends a request with a page or JSON that says what is wrong. `failure` is of the service. */
export class OperatorProblem extends Error {
  constructor(
    readonly status: number,
    readonly words: PageText,
    readonly failure: Failure | null,
  ) {
    super(words.english);
  }
}

/** Creates a problem by its name in `words.json`, which has its status and its sentence. */
export function problem(
  name: keyof typeof WORDS.refusal,
  values: PageText['values'] = {},
  failure: Failure | null = null,
): OperatorProblem {
  const [status, words] = WORDS.refusal[name];
  return new OperatorProblem(status, t(words, values), failure);
}
