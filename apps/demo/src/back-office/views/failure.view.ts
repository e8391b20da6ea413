import { describePayEventId } from 'nestjs-pay';
import type { MethodFailure } from 'nestjs-pay';
import { html, type Html } from '../../html.js';
import { backOfficePage } from './back-office.view.js';
import type { PageView } from '../../views/layout.js';

/** What a failure says, in full: operators need the numbers to ask the service's support. */
export function failureDetails({ message, error, meta }: MethodFailure<string>): Html {
  const event = error.eventId === null ? null : describePayEventId(error.eventId);
  const numbers = [
    meta.operation,
    error.httpStatus === null ? null : `HTTP ${error.httpStatus}`,
    error.serviceCode === null ? null : `code ${error.serviceCode}`,
    meta.correlationId === null ? null : `correlation id ${meta.correlationId}`,
  ].filter((part) => part !== null);
  return html`<div class="failure">
    ${
      event === null
        ? html`<p>${message}</p>`
        : html`<p><strong>Event ${error.eventId}: ${event.meaning}.</strong></p>
          <p>Next step: ${event.nextStep}</p>`
    }
    ${error.serviceText === null ? null : html`<p>The service says: “${error.serviceText}”</p>`}
    <p class="hint">${numbers.join(' · ')}</p>
  </div>`;
}

/** Something could not be read. */
export function readFailureView(failure: MethodFailure<string>): PageView {
  const title = failure.code === 'notfound' ? 'Not found' : 'That could not be read';
  const text =
    failure.code === 'notfound'
      ? 'The payment service knows no such order or transaction of this account.'
      : 'Nothing was changed. Please try again, or ask the service’s support with the numbers below.';
  return backOfficePage({
    title,
    body: html`<section class="card narrow status bad">
      <h1>${title}</h1>
      <p>${text}</p>
      ${failureDetails(failure)}
      <p class="actions"><a class="button" href="/back-office">To the search</a></p>
    </section>`,
  });
}
