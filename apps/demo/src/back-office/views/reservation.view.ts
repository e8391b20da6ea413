import type { MethodFailure } from 'nestjs-pay';
import { html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { backOfficePage } from './back-office.view.js';
import { failureDetails } from './failure.view.js';

/** What an operator typed. */
export interface EnteredReservation {
  readonly amount: string;
  readonly email: string;
  readonly purpose: string;
}

/** The form that makes a link by which a customer lets an amount be reserved. */
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
        A pre-authorisation holds an amount on the customer’s card and takes nothing, as for a deposit. You take what is
        due, all or a part of it, or release it.
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
      <p class="field">
        <label for="amount">Amount in euros</label>
        <input id="amount" name="amount" inputmode="decimal" autocomplete="off" required value="${entered.amount}" aria-describedby="amount-hint" />
        <span class="hint" id="amount-hint">Such as 150 or 149.90.</span>
      </p>
      <p class="field">
        <label for="purpose">What it is for</label>
        <input id="purpose" name="purpose" maxlength="100" required value="${entered.purpose}" />
      </p>
      <p class="field">
        <label for="email">The customer’s e-mail</label>
        <input id="email" name="email" type="email" required value="${entered.email}" />
      </p>
      <input type="hidden" name="key" value="${key}" />
      <p class="actions"><button type="submit">Make the link</button></p>
    </form>`,
  });
}
