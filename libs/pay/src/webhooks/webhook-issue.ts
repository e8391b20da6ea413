/** One thing that is wrong, or worth a warning, about a delivery. Never holds a secret or a value from the payload
 * other than an amount or a state. */
export interface PayWebhookIssue {
  /** `missing`: not there; `mismatch`: not what was expected; `invalid`: of no use as it is. */
  code: 'missing' | 'mismatch' | 'invalid';
  /** Member, header or option that it is about. */
  field: string;
  message: string;
}
