import { drawings } from '../catalogue/drawings.js';
import { backOfficePage } from '../back-office/views/office.view.js';
import type { CustomerProblems, EnteredCustomer } from '../form-fields.js';
import { html, type Html } from '../html.js';
import { customerFields } from '../views/checkout.view.js';
import type { PageView } from '../views/layout.js';
import { date, dateTime, money } from '../views/money.js';
import { NOT_OPENED, WAITING } from '../views/order.view.js';
import { amountTable, hiddenFields, itemList, postButton, problemNote } from '../views/parts.js';
import { status, statusPage, type Status } from '../views/parts.js';
import { MEMBERSHIP_NAME, MEMBERSHIP_PRICE, type Membership } from './memberships.service.js';

/** Shows the offer, its form, and the memberships of this browser. */
export function joinView(
  key: string,
  entered: EnteredCustomer,
  problems: CustomerProblems,
  own: readonly Membership[] = [],
): PageView {
  return {
    title: MEMBERSHIP_NAME,
    body: html`<h1>${MEMBERSHIP_NAME}</h1>
      <p class="lead">A bag of fresh beans at your door, for ${money(MEMBERSHIP_PRICE)} a month. Pause or cancel at any time.</p>
      <div class="columns">
        <form class="card" action="/coffee" method="post">
          <h2>Your details</h2>
          ${problemNote(problems.form)} ${customerFields(entered, problems)} ${hiddenFields({ key })}
          <p class="actions"><button type="submit">Subscribe for ${money(MEMBERSHIP_PRICE)} a month</button></p>
          <p class="hint">The payment page saves your card for the next months. The shop never sees it.</p>
        </form>
        <section class="card goods" aria-labelledby="own">
          ${drawings.mug}
          <h2 id="own">Your memberships</h2>
          ${own.length === 0 ? html`<p>This browser has none yet.</p>` : membershipList(own)}
        </section>
      </div>`,
  };
}

/** Describes a membership to its member. */
function statusOf({ subscription }: Membership): Status {
  if (subscription === null) return NOT_OPENED;
  const { state, periodStart, isCanceled, checkoutUrl } = subscription;
  const next = periodStart === null ? '' : date(periodStart);
  switch (state) {
    case 'pending':
      return WAITING;
    case 'ended':
      return status('neutral', 'Ended', 'Your card is not charged any more.');
    case 'paused':
      return status('neutral', 'Paused', 'Your card is not charged until you resume.');
    default: {
      if (isCanceled) return status('neutral', 'Canceled', `It ends on ${next}.`);
      if (checkoutUrl === null) return status('good', 'Active', `Your card is charged again on ${next}.`);
      const text = `The month from ${next} is not paid. Pay it with another card, which we charge from then on.`;
      return status('bad', 'Card declined', text);
    }
  }
}

/** Shows a membership to its member. While there is something to pay, the page updates itself. */
export function membershipView(membership: Membership): PageView {
  const { member, subscription, charges } = membership;
  const isPayable = subscription === null || subscription.checkoutUrl !== null;
  const button = (step: string, name: string, quiet = true): Html =>
    postButton(`/coffee/${member.id}/${step}`, name, { quiet });
  const isStarted = subscription !== null && !['pending', 'ended'].includes(subscription.state);
  const isResumable = subscription?.state === 'paused' || subscription?.isCanceled === true;
  return statusPage({
    status: statusOf(membership),
    subject: MEMBERSHIP_NAME,
    isLive: isPayable,
    orderCode: member.orderCode ?? undefined,
    steps: html`<div class="actions">
      ${isPayable ? button('pay', 'To the payment page', false) : null}
      ${isStarted ? (isResumable ? button('resume', 'Resume') : button('pause', 'Pause')) : null}
      ${isStarted && !subscription.isCanceled ? button('cancel', 'Cancel') : null}
    </div>`,
    hint: `${MEMBERSHIP_NAME} for ${member.customer.name}, ${money(MEMBERSHIP_PRICE)} a month`,
    beside: html`<section class="card">
      <h2>Your payments</h2>
      ${charges.length === 0 ? html`<p>There are none yet.</p>` : amountTable('Your payments', charges.map(chargeRow))}
      <a class="change" href="/coffee">All memberships</a>
    </section>`,
  });
}

const chargeRow = ({ periodStart, amount, chargedAt, refunded }: Membership['charges'][number]) =>
  [
    html`Month from ${date(periodStart)} <span class="times">paid on ${date(chargedAt)}${refunded > 0 ? `, ${money(refunded)} refunded` : ''}</span>`,
    amount,
  ] as const;

/** What happened to the members while the clock was moved. */
export interface MonthResult {
  readonly charged: number;
  readonly declined: number;
}

/** Shows all memberships to an operator. @param clock - The simulator's time, which can be moved; null for a real account. */
export function membersView(
  memberships: readonly Membership[],
  clock: { readonly now: number; readonly lastMonth: MonthResult | null } | null,
): PageView {
  const month = (card: string, name: string): Html => postButton(`/back-office/members/month/${card}`, name);
  return backOfficePage({
    title: 'Members',
    body: html`<h1>Members</h1>
      ${
        clock !== null
          ? html`<section class="card">
              <h2>The simulator’s clock</h2>
              <p>It is <strong>${dateTime(clock.now)}</strong>. A month passes, and each active member is charged.</p>
              ${clock.lastMonth && html`<p role="status">${describeMonth(clock.lastMonth)}</p>`}
              <div class="actions">${month('approved', 'Let a month pass')} ${month('declined', 'Let a month pass, and decline a card')}</div>
            </section>`
          : null
      }
      ${memberships.length === 0 ? html`<p class="hint">There are no members yet.</p>` : membershipList(memberships)}`,
  });
}

function describeMonth({ charged, declined }: MonthResult): string {
  const members = (count: number): string => `${count} ${count === 1 ? 'member was' : 'members were'}`;
  if (charged + declined === 0)
    return '31 days have passed. No member was charged, because no month was due.';
  const bad = declined === 0 ? '' : ` The card of ${declined} was declined: they pay with another one.`;
  return `31 days have passed. ${members(charged)} charged.${bad}`;
}

function membershipList(memberships: readonly Membership[]): Html {
  return itemList(
    memberships.map((membership) => ({
      href: `/coffee/${membership.member.id}`,
      title: membership.member.customer.name,
      detail: `${membership.charges.length} × ${money(MEMBERSHIP_PRICE)}`,
      amount: money(membership.charges.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)),
      ...statusOf(membership),
    })),
  );
}
