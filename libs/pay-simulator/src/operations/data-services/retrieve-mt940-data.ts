import type { RetrieveMt940DataQuery } from '../request-values.generated.js';
import { athensDay } from '../../domain/athens-time.js';
import { mt940 } from '../../domain/mt940.js';
import type { MerchantHandler } from '../handler.js';

/** Returns the MT940 statement of a past day, or 204 without movements. @see contract/openapi/data-services.yaml dataServices.retrieveMt940Data */
export const retrieveMt940Data: MerchantHandler<object, RetrieveMt940DataQuery> = (
  { clock, statement },
  { query },
) => {
  const { ReportDate: day } = query;
  // A day that has not ended has no statement yet.
  const text = day >= athensDay(clock.now()) ? '' : mt940(statement.lines(), day);
  return text === ''
    ? { status: 204 }
    : { status: 200, text: { type: 'text/plain; charset=utf-8', content: text } };
};
