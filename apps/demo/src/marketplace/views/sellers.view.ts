import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { money } from '../../views/money.js';
import { code, factList, postButton, status, statusLabel, type Status } from '../../views/parts.js';
import { MARKET_SELLERS, type MarketSeller } from '../market-goods.js';
import { accountOf, type Seller } from '../sellers/seller.js';
import { marketPage } from './sales.view.js';

/** Shows the market's sellers with their status at the payment service. */
export function sellersView(sellers: readonly Seller[]): PageView {
  return marketPage({
    title: 'Sellers',
    body: html`<h1>Sellers</h1>
      <p class="lead">
        Each seller has an account at the payment service. This page reads the accounts whenever you open it.
      </p>
      <div class="columns">
        ${MARKET_SELLERS.map((seller) => {
          const known = sellers.find(({ key }) => key === seller.key);
          return known === undefined ? null : sellerCard(seller, known);
        })}
      </div>`,
  });
}

function sellerCard(seller: MarketSeller, known: Seller): Html {
  const { tone, label, text } = sellerStatus(known);
  const account = accountOf(known);
  const paidOut = known.payouts.reduce((sum, { amount }) => sum + amount, 0);
  const count = known.payouts.length === 0 ? '' : ` in ${known.payouts.length}`;
  return html`<section class="card status ${tone}" aria-labelledby="seller-${seller.key}">
    <h2 id="seller-${seller.key}">${seller.name}</h2>
    <p>${statusLabel({ label, tone })}</p>
    <p>${text}</p>
    ${known.problem === null ? null : html`<p class="complaint">The account could not be read just now: ${known.problem}</p>`}
    ${nextStep(seller, known)}
    ${factList([
      ['Email', seller.email],
      ['Paid out to', `${seller.iban}, each day from €10.00`],
      ['Paid out so far', html`${money(paidOut)}${count} <span class="what">(as reported)</span>`],
      ['Account', account === null ? null : code(account)],
    ])}
  </section>`;
}

function sellerStatus({ verified, personId, invitation }: Seller): Status {
  switch (invitation.kind) {
    case 'none':
      return status('neutral', 'Not invited', 'The payment service does not know this seller.');
    case 'rejected':
      return status('bad', 'Not invited', `There is no account: ${invitation.message}`);
    case 'unknown': {
      const harmless = 'there may be a second account, which holds no money and does no harm.';
      const text = `It is unknown whether there is an account: ${invitation.message} If you invite the seller again, ${harmless}`;
      return status('waiting', 'Outcome unknown', text);
    }
    case 'sent':
      if (verified === true) return status('good', 'Verified', 'Its goods are on sale.');
      return personId === null
        ? status('waiting', 'Invited', 'The seller has not finished its onboarding.')
        : status('waiting', 'Connected', 'Its identity is not verified yet.');
  }
}

function nextStep({ key, name }: MarketSeller, { verified, invitation }: Seller): Html | null {
  if (invitation.kind === 'sent')
    return verified === true
      ? null
      : html`<p class="actions"><a class="button" href="${invitation.url}">Onboarding of ${name}</a></p>
          <p class="hint">Send this link to the seller: the service does not mail it.</p>`;
  const label = invitation.kind === 'none' ? `Invite ${name}` : `Invite ${name} again`;
  const address = `/marketplace/sellers/${key}/invitation`;
  return html`<div class="actions">${postButton(address, label, { quiet: false })}</div>`;
}
