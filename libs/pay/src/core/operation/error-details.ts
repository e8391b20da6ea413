import type { CallOutcome, PayErrorDetails } from './method-return.js';

/** What is known of a failure; what is not said is null, no fields, and not to be repeated. */
export function errorDetails(
  outcome: CallOutcome,
  known: Partial<Omit<PayErrorDetails, 'outcome'>> = {},
): PayErrorDetails {
  return {
    httpStatus: null,
    serviceCode: null,
    serviceText: null,
    eventId: null,
    fields: [],
    outcomeLookup: null,
    retryable: false,
    ...known,
    outcome,
  };
}
