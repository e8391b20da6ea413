import { describePayEventId } from 'nestjs-pay';
import type { MethodFailure } from 'nestjs-pay';
import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';

/** Puts the back office's navigation on a page. */
export function backOfficePage(page: PageView): PageView {
  const links = [
    ['/back-office', 'Transactions'],
    ['/back-office/reservations/new', 'Reserve an amount'],
    ['/back-office/payouts', 'Payouts'],
    ['/back-office/members', 'Members'],
  ] as const;
  return { ...page, title: `${page.title} · Back office`, operator: { name: 'Back office', links } };
}

/** Shows a failure with the numbers that the service's support asks for. */
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

/** Shows that the service's records could not be read; null if there is no such record. */
export function readFailureView(failure: MethodFailure<string> | null): PageView {
  const [title, text] =
    failure === null
      ? ['Not found', 'The payment service knows no such order or transaction of this account.']
      : [
          'The records could not be read',
          'Nothing was changed. Please try again, or ask the service’s support with the numbers below.',
        ];
  return backOfficePage({
    title,
    body: html`<section class="card narrow status bad">
      <h1>${title}</h1>
      <p>${text}</p>
      ${failure && failureDetails(failure)}
      <p class="actions"><a class="button" href="/back-office">To the search</a></p>
    </section>`,
  });
}
