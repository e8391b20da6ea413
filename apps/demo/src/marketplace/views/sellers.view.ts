import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { money } from '../../views/money.js';
import type { OrderStatus } from '../../views/order-status.js';
import { MARKET_SELLERS, type MarketSeller } from '../market-goods.js';
import { invitationAt, type Invitation, type Seller } from '../sellers/seller.js';
import { marketPage, postButton } from './market-page.js';

/** Everybody who may sell, and how each stands with the payment service. */
export function sellersView(sellers: readonly Seller[], now: number): PageView {
  return marketPage({
    title: 'Sellers',
    body: html`<h1>Sellers</h1>
      <p class="lead">
        Each has an account of its own with the payment service, which is asked how it stands whenever this page is opened.
      </p>
      <div class="columns">
        ${MARKET_SELLERS.map((seller) => {
          const known = sellers.find(({ key }) => key === seller.key);
          return known === undefined ? null : sellerCard(seller, known, now);
        })}
      </div>`,
  });
}

function sellerCard(seller: MarketSeller, known: Seller, now: number): Html {
  const invitation = invitationAt(known, now);
  const { label, text, tone } = standing(known, invitation);
  const paidOut = known.payouts.reduce((sum, { amount }) => sum + amount, 0);
  return html`<section class="card status ${tone}" aria-labelledby="seller-${seller.key}">
    <h2 id="seller-${seller.key}">${seller.name}</h2>
    <p><span class="label ${tone}">${label}</span></p>
    <p>${text}</p>
    ${known.problem === null ? null : html`<p class="complaint">It could not be read just now: ${known.problem}</p>`}
    ${nextStep(seller, known, invitation)}
    <dl class="facts">
      <div><dt>E-mail</dt><dd>${seller.email}</dd></div>
      <div><dt>Paid out to</dt><dd>${seller.iban}, each day from €10.00</dd></div>
      <div>
        <dt>Paid out so far</dt>
        <dd>${money(paidOut)}${known.payouts.length === 0 ? null : html` in ${known.payouts.length}`} <span class="what">(as reported)</span></dd>
      </div>
      ${invitation.kind === 'sent' ? html`<div><dt>Account</dt><dd class="code">${invitation.accountId}</dd></div>` : null}
    </dl>
  </section>`;
}

function standing({ verified, personId }: Seller, invitation: Invitation): OrderStatus {
  switch (invitation.kind) {
    case 'none':
      return {
        label: 'Not invited',
        text: 'The payment service does not know this seller.',
        tone: 'neutral',
      };
    case 'sending':
      return { label: 'Being invited', text: 'The request is on its way.', tone: 'waiting' };
    case 'refused':
      return {
        label: 'Not invited',
        text: `There is no account: ${invitation.message}`,
        tone: 'bad',
      };
    case 'unknown':
      return {
        label: 'Not known',
        text: `Nobody knows whether there is an account: ${invitation.message} Inviting again may make a second one, which holds no money and does no harm.`,
        tone: 'waiting',
      };
    case 'sent':
      if (verified === true) return { label: 'Verified', text: 'Its goods are on sale.', tone: 'good' };
      return personId === null
        ? { label: 'Invited', text: 'The seller has not finished its onboarding.', tone: 'waiting' }
        : { label: 'Connected', text: 'Its identity is not verified yet.', tone: 'waiting' };
  }
}

function nextStep({ key, name }: MarketSeller, { verified }: Seller, invitation: Invitation): Html | null {
  if (invitation.kind === 'sent')
    return verified === true
      ? null
      : html`<p class="actions"><a class="button" href="${invitation.url}">Onboarding of ${name}</a></p>
          <p class="hint">Send this link to the seller: the service does not mail it.</p>`;
  if (invitation.kind === 'sending') return null;
  const words = invitation.kind === 'none' ? `Invite ${name}` : `Invite ${name} again`;
  return html`<div class="actions">${postButton(`/marketplace/sellers/${key}/invitation`, words)}</div>`;
}
