import type { MethodFailure } from 'nestjs-pay';
import { html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { amountField, hiddenFields, textField } from '../../views/parts.js';
import { backOfficePage, failureDetails } from './back-office.view.js';

/** Text that an operator typed. */
export interface EnteredReservation {
  readonly amount: string;
  readonly email: string;
  readonly purpose: string;
}

/** Shows the form that makes a link by which a customer reserves an amount. */
export function reservationView(
  key: string,
  entered: EnteredReservation = { amount: '', email: '', purpose: '' },
  problem?: string | MethodFailure,
): PageView {
  return backOfficePage({
    title: 'Reserve an amount',
    body: html`<form class="card narrow" action="/back-office/reservations" method="post">
      <h1>Reserve an amount</h1>
      <p>
        A pre-authorisation holds an amount on the customer’s card, for example as a deposit. It charges nothing. You
        capture all or a part of the amount later, or release it.
      </p>
      ${
        problem === undefined
          ? null
          : html`<div class="problem" role="alert">
            ${
              typeof problem === 'string'
                ? problem
                : html`<p>There is no link. Nothing was reserved.</p>
                  ${failureDetails(problem)}`
            }
          </div>`
      }
      ${amountField('Amount in euros', entered.amount, undefined, 'For example 150 or 149.90.')}
      ${textField({ name: 'purpose', label: 'Purpose', value: entered.purpose, maxlength: 100 })}
      ${textField({ name: 'email', label: 'The customer’s e-mail', type: 'email', value: entered.email })}
      ${hiddenFields({ key })}
      <p class="actions"><button type="submit">Make the link</button></p>
    </form>`,
  });
}
