import { athensDay } from '../../domain/athens-time.js';
import { mt940 } from '../../domain/mt940.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';

/** The MT940 statement of a past day; 204 when nothing moved on it. @see contract/data-services.json dataServices.retrieveMt940Data */
export const retrieveMt940Data =
  ({ clock, statement }: Pick<Services, 'clock' | 'statement'>): OperationHandler =>
  ({ query }) => {
    query.require('ReportDate');
    const day =
      query.text('ReportDate', { pattern: /^\d{4}-\d\d-\d\d$/, expected: 'a day such as 2026-03-18' }) ?? '';
    if (day !== '' && Number.isNaN(Date.parse(day))) query.expect('ReportDate', 'a day such as 2026-03-18');
    query.check();
    // The day is not over: there is no statement of it yet.
    const text = day >= athensDay(clock.now()) ? '' : mt940(statement.lines(), day);
    return text === ''
      ? { status: 204 }
      : { status: 200, text: { type: 'text/plain; charset=utf-8', content: text } };
  };
