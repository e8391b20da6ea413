import { toMajorUnits } from 'nestjs-pay';
import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { money } from '../../views/money.js';
import { statusSign } from '../../views/status-sign.js';
import type { TillProblems } from '../till-form.js';
import type { TillSession } from '../till-session.js';
import { isOpen, tillState, TillState, tillVersion } from '../till-state.js';
import { amountField } from './form-field.js';
import { tillStatus } from './till-status.js';
import { sessionRow } from './till.view.js';

/** What the page of a session shows. */
export interface SessionView {
  readonly session: TillSession;
  /** Refunds of this sale. */
  readonly refunds: readonly TillSession[];
  /** What can still be refunded, minor units. */
  readonly left: number;
  /** One-time key of the refund's form. */
  readonly key: string;
  /** The simulated terminal's page; null where terminals are real. */
  readonly terminalUrl: string | null;
  /** What was typed into the refund's form. */
  readonly entered: string | undefined;
  readonly problems: TillProblems;
}

/** One sale or refund: where it stands, and what can be done. While it is open, the page keeps itself up to date. */
export function sessionView(view: SessionView): PageView {
  const { session, refunds, terminalUrl } = view;
  const { label, text, tone } = tillStatus(session);
  const changes = [session, ...refunds].some(isOpen);
  return {
    title: `${label} · ${session.reference}`,
    head: changes
      ? html`<noscript><meta http-equiv="refresh" content="3" /></noscript>
          <script src="/assets/order-page.js" defer></script>`
      : undefined,
    body: html`<p class="back"><a href="/till">Till</a></p>
      <div class="columns">
        <section
          class="card status ${tone}"
          data-version="${tillVersion([session, ...refunds])}"
          data-longest-pause="2000"
        >
          ${statusSign(tone)}
          <h1>${label}</h1>
          <p class="sum large">${money(session.amount)}</p>
          <p>${text}</p>
          ${tillState(session) === TillState.Unknown ? unknownSteps(session) : openActions(session)}
          ${
            terminalUrl === null || !asksForCard(session)
              ? null
              : html`<p class="hint"><a href="${terminalUrl}" target="_blank" rel="noopener">Go to the simulated terminal</a> and tap it.</p>`
          }
        </section>
        <div>${factsCard(session)}${session.kind === 'sale' ? refundCard(view) : null}</div>
      </div>`,
  };
}

/** Whether somebody is to tap: an abort that was accepted leaves nothing to do but wait. */
function asksForCard(session: TillSession): boolean {
  return isOpen(session) && tillState(session) !== TillState.Aborting;
}

const button = (session: TillSession, action: string, label: string, look = 'quiet'): Html =>
  html`<form action="/till/${session.id}/${action}" method="post"><button type="submit" class="${look}">${label}</button></form>`;

function openActions(session: TillSession): Html | null {
  const { kind, terminalId, amount, currency, reference } = session;
  switch (tillState(session)) {
    case TillState.Sending:
    case TillState.Waiting:
      return kind === 'sale' ? html`<div class="actions">${button(session, 'abort', 'Abort')}</div>` : null;
    case TillState.Aborting:
    case TillState.UnderReview:
      return null;
    case TillState.Approved:
      return html`<p class="actions"><a class="button" href="/till">Next sale</a></p>`;
    default: {
      if (kind === 'refund')
        return html`<p class="actions"><a class="button" href="/till/${session.saleId}">Back to the sale</a></p>`;
      const again = new URLSearchParams({ terminalId, amount: toMajorUnits(amount, currency), reference });
      return html`<p class="actions">
        <a class="button" href="/till?${again.toString()}">Charge again</a>
      </p>`;
    }
  }
}

/** What to ask, in this order, while nobody knows: none of it can charge twice. */
function unknownSteps(session: TillSession): Html {
  const isSale = session.kind === 'sale';
  return html`<ol class="steps">
      <li>
        Look at the terminal: ${isSale ? 'does it still ask for a card, or show a result?' : 'does it show a result?'}
      </li>
      <li>Ask the service. ${button(session, 'ask', 'Ask how it ended', '')}</li>
      <li>
        If it does not know the request, send the same one again. Should it have arrived, the second is refused.
        ${button(session, 'send-again', 'Send the same again')}
      </li>
      ${isSale ? html`<li>To give up, abort it, then ask. ${button(session, 'abort', 'Abort')}</li>` : null}
    </ol>
    <p>
      Do not start another ${isSale ? 'sale' : 'refund'} for this until it is settled.
    </p>`;
}

function factsCard({ kind, saleId, terminalId, reference, id, ending }: TillSession): Html {
  const fact = (name: string, value: Html | string | null): Html | null =>
    value === null
      ? null
      : html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`;
  return html`<section class="card">
    <h2>${kind === 'sale' ? 'The sale' : 'The refund'}</h2>
    <dl class="facts">
      ${fact('Reference', reference)} ${fact('Terminal', terminalId)} ${fact('Card', ending?.card ?? null)}
      ${fact('Transaction', ending?.transactionId ?? null)} ${fact('Session', id)}
      ${fact('Of', saleId === null ? null : html`<a href="/till/${saleId}">the sale</a>`)}
    </dl>
  </section>`;
}

function refundCard({ session, refunds, left, key, entered, problems }: SessionView): Html | null {
  if (tillState(session) !== TillState.Approved) return null;
  const form = html`<form action="/till/${session.id}/refunds" method="post">
    ${problems.form === undefined ? null : html`<p class="problem" role="alert">${problems.form}</p>`}
    ${amountField(
      `Amount in euros, at most ${toMajorUnits(left, session.currency)}`,
      entered ?? toMajorUnits(left, session.currency),
      problems.amount,
    )}
    <input type="hidden" name="key" value="${key}" />
    <p class="actions"><button type="submit">Refund</button></p>
  </form>`;
  return html`<section class="card">
    <h2>Refund</h2>
    ${
      refunds.length === 0
        ? null
        : html`<ul class="orders">
          ${refunds.map(sessionRow)}
        </ul>`
    }
    ${left > 0 ? form : html`<p class="hint">Nothing is left to refund.</p>`}
  </section>`;
}
