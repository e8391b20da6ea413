import type { ExpectedType } from './request-limits.js';

/** Why a field is refused: it is missing, the service cannot read its type, or its value is not allowed. */
type ProblemKind = 'missing' | 'type' | 'value';

/** A problem of one field. */
export interface FieldProblem {
  readonly kind: ProblemKind;
  /** `query` or `body`, then the names of the members. */
  readonly location: readonly string[];
  /** Expected type, for the kind `type`. */
  readonly type?: ExpectedType;
  /** Name and expected value of the field. */
  readonly text: string;
}

/** Error for a malformed request. The family of the operation decides about the response. @see ERROR_FORMS */
export class BadRequest extends Error {
  constructor(
    message: string,
    readonly problems: readonly FieldProblem[] = [],
    readonly status = 400,
  ) {
    super(message);
    this.name = 'BadRequest';
  }

  /** Returns the error for a whole body of the wrong form. */
  static readonly ofBody = (text: string, type?: ExpectedType): BadRequest =>
    new BadRequest(`body: ${text}`, [{ kind: 'type', location: ['body'], ...(type && { type }), text }]);

  /** Returns the error for fields. */
  static readonly of = (problems: readonly FieldProblem[]): BadRequest =>
    new BadRequest(problems.map(({ text }) => text).join('; '), problems);

  /** Returns the error for a field of the body whose value breaks a rule. @param name - With the names of its parents before it. */
  static readonly ofRule = (name: string, expected: string): BadRequest =>
    BadRequest.of([
      { kind: 'value', location: ['body', ...name.split('.')], text: `${name}: expected ${expected}` },
    ]);
}
