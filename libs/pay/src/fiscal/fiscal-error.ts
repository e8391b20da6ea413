import { JobError } from '../jobs/job-error.js';

const RESPONSES = {
  invalid: { status: 400, message: null },
  'unknown-sale': { status: 404, message: 'There is no such sale.' },
  conflict: { status: 409, message: 'This document number is used by another sale.' },
} as const;

/**
 * A fiscal sale or a fiscal text is refused. Nothing was stored or sent. Over HTTP, Nest responds with the status of the code.
 * - `invalid`: a value is wrong, and the message names its field (400);
 * - `unknown-sale`: there is no fiscal sale with this ID (404);
 * - `conflict`: the number or the ID belongs to another document, or its document is paid or being paid (409).
 */
export class PayFiscalError extends JobError<keyof typeof RESPONSES> {
  override readonly name = 'PayFiscalError';

  constructor(code: keyof typeof RESPONSES, message: string) {
    super(code, message, RESPONSES[code]);
  }
}
