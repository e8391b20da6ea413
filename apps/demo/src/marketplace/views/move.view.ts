import { html, type Html } from '../../html.js';
import { money } from '../../views/money.js';
import type { OrderStatus } from '../../views/order-status.js';
import { sellerName } from '../market-goods.js';
import { moveState, type MoneyMove } from '../money/money-move.js';
import { isDismissable } from '../money/order-moves.js';
import type { MarketOrder } from '../orders/market-order.js';
import { postButton } from './market-page.js';

/** Everything that was meant to be moved for an order, and what became of it. */
export function moveList(order: MarketOrder, now: number): Html {
  if (order.payment?.matches === false)
    return html`<p>The payment is not what the order asks for, so it was not divided: a person has to look.</p>`;
  if (order.moves.length === 0) return html`<p class="hint">Nothing: the payment is not confirmed.</p>`;
  return html`<ul class="log moves">
    ${order.moves.map((move) => moveRow(order, move, now))}
  </ul>`;
}

function moveRow(order: MarketOrder, move: MoneyMove, now: number): Html {
  const { label, text, tone } = moveStatus(move, now);
  return html`<li>
    <div>
      <strong>${moveName(order, move)}</strong>
      <span class="what">${text}</span>
      ${buttons(order, move, now)}
    </div>
    <span class="label ${tone}">${label}</span>
  </li>`;
}

/** A movement in words. */
export function moveName({ lines }: MarketOrder, move: MoneyMove): string {
  const line = lines.find(({ connectedAccountId }) => connectedAccountId === move.connectedAccountId);
  const seller = sellerName(line?.sellerKey ?? '');
  switch (move.kind) {
    case 'transfer':
      return `${money(move.amount)} to ${seller}`;
    case 'refund':
      return `${money(move.amount)} back to the customer`;
    case 'reversal':
      return `${money(move.amount)} back from ${seller}`;
  }
}

function moveStatus(move: MoneyMove, now: number): OrderStatus {
  const state = moveState(move, now);
  switch (state.kind) {
    case 'stored':
      return { label: 'To be sent', text: waitingWords(move), tone: 'neutral' };
    case 'sending':
      return { label: 'Being sent', text: 'No answer yet.', tone: 'waiting' };
    case 'done': {
      const known = {
        answer: '',
        report: ' There was no clear answer; the service reported it (event 8448, which nothing confirms).',
        webhook: ' There was no clear answer; the service’s confirmed event tells of it.',
      }[state.knownBy];
      const text = doneWords(move.kind, state.executed);
      return { label: 'Done', text: text + known, tone: 'good' };
    }
    case 'refused':
      return { label: 'Did not happen', text: state.message, tone: 'bad' };
    case 'unknown':
      return { label: 'Not known', text: `${state.message} ${unknownWords(move)}`, tone: 'waiting' };
  }
}

function doneWords(kind: MoneyMove['kind'], executed: string | null): string {
  if (kind === 'refund' || executed !== null) return 'It has happened.';
  return kind === 'transfer'
    ? 'Taken by the service; it moves when the payment settles.'
    : 'Taken by the service; the share had not moved yet, so that much less of it will.';
}

function waitingWords({ kind }: MoneyMove): string {
  return kind === 'reversal' ? 'As soon as the customer has been refunded.' : 'It is about to be sent.';
}

function unknownWords({ kind }: MoneyMove): string {
  return kind === 'refund'
    ? 'Asking again cannot refund twice: it has the same key.'
    : 'So it is not sent again: the service reports every transfer (event 8448). Until then, look it up in its banking app.';
}

function buttons(order: MarketOrder, move: MoneyMove, now: number): Html | null {
  const { kind } = moveState(move, now);
  const address = `/marketplace/sales/${order.id}/moves/${move.id}`;
  if (kind === 'refused' && move.kind !== 'refund')
    return html`<div class="actions">${postButton(`${address}/again`, 'Send it again', true)}</div>`;
  if (kind === 'unknown' && move.kind === 'refund')
    return html`<div class="actions">${postButton(`${address}/again`, 'Ask again', true)}</div>`;
  if (isDismissable(order, move, now))
    return html`<div class="actions">${postButton(`${address}/dismiss`, 'I looked: it did not happen', true)}</div>`;
  return null;
}
