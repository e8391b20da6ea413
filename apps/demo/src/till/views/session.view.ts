import { describePayEventId, toMajorUnits } from 'nestjs-pay';
import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { money } from '../../views/money.js';
import {
  amountField,
  factList,
  hiddenFields,
  itemList,
  LIVE_HEAD,
  postButton,
  problemNote,
  STATUS_SIGNS,
  type ListedItem,
  type Status,
} from '../../views/parts.js';
import type { TillProblems } from '../till-form.js';
import { isOpen, tillState, TillState, tillVersion, type TillSession } from '../till-session.js';

/** Content of the page of a session. */
export interface SessionView {
  readonly session: TillSession;
  /** Refunds of this sale. */
  readonly refunds: readonly TillSession[];
  /** What can still be refunded, in minor units. */
  readonly left: number;
  /** One-time key of the refund's form. */
  readonly key: string;
  /** Page of the simulated terminal; null if terminals are real. */
  readonly terminalUrl: string | null;
  /** Text of the refund's form. */
  readonly entered: string | undefined;
  readonly problems: TillProblems;
}

/** Shows a sale or refund with its status and the possible steps. While it is open, the page updates itself. */
export function sessionView(view: SessionView): PageView {
  const { session, refunds, terminalUrl } = view;
  const { label, text, tone } = sessionStatus(session);
  const changes = [session, ...refunds].some(isOpen);
  return {
    title: `${label} · ${session.reference}`,
    head: changes ? LIVE_HEAD : undefined,
    body: html`<p class="back"><a href="/till">Till</a></p>
      <div class="columns">
        <section
          class="card status ${tone}"
          data-version="${tillVersion([session, ...refunds])}"
          data-longest-pause="2000"
        >
          ${STATUS_SIGNS[tone]}
          <h1>${label}</h1>
          <p class="sum large">${money(session.amount)}</p>
          <p>${text}</p>
          ${tillState(session) === TillState.Unknown ? unknownSteps(session) : nextSteps(session)}
          ${
            terminalUrl === null || !waitsForCard(session)
              ? null
              : html`<p class="hint"><a href="${terminalUrl}" target="_blank" rel="noopener">Go to the simulated terminal</a> and tap it.</p>`
          }
        </section>
        <div>${factsCard(session)}${session.kind === 'sale' ? refundCard(view) : null}</div>
      </div>`,
  };
}

/** Shows sessions with links to their pages. */
export function sessionList(sessions: readonly TillSession[]): Html {
  return itemList(
    sessions.map((session): ListedItem => {
      const { id, kind, amount, reference, terminalId } = session;
      return {
        href: `/till/${id}`,
        title: `${kind === 'sale' ? 'Sale' : 'Refund'} ${reference}`,
        detail: `Terminal ${terminalId}`,
        amount: money(amount),
        ...sessionStatus(session),
      };
    }),
  );
}

function waitsForCard(session: TillSession): boolean {
  return isOpen(session) && tillState(session) !== TillState.Aborting;
}

const button = ({ id }: TillSession, action: string, label: string, quiet = true): Html =>
  postButton(`/till/${id}/${action}`, label, { quiet });

function nextSteps(session: TillSession): Html | null {
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

/** Shows what to do if the outcome is unknown. No step can charge twice. */
function unknownSteps(session: TillSession): Html {
  const isSale = session.kind === 'sale';
  return html`<ol class="steps">
      <li>
        Look at the terminal: ${isSale ? 'does it still ask for a card, or show a result?' : 'does it show a result?'}
      </li>
      <li>Ask the service. ${button(session, 'ask', 'Ask how it ended', false)}</li>
      <li>
        If the service does not know the request, send the same one again. If the first one arrived, the second one does
        nothing. ${button(session, 'send-again', 'Send the same again')}
      </li>
      ${isSale ? html`<li>To give up, abort it, then ask. ${button(session, 'abort', 'Abort')}</li>` : null}
    </ol>
    <p>
      Do not start another ${isSale ? 'sale' : 'refund'} for this until the outcome is known.
    </p>`;
}

function factsCard({ kind, saleId, terminalId, reference, id, ending }: TillSession): Html {
  return html`<section class="card">
    <h2>${kind === 'sale' ? 'The sale' : 'The refund'}</h2>
    ${factList([
      ['Reference', reference],
      ['Terminal', terminalId],
      ['Card', ending?.card ?? null],
      ['Transaction', ending?.transactionId ?? null],
      ['Session', id],
      ['Refund of', saleId === null ? null : html`<a href="/till/${saleId}">the sale</a>`],
    ])}
  </section>`;
}

function refundCard({ session, refunds, left, key, entered, problems }: SessionView): Html | null {
  if (tillState(session) !== TillState.Approved) return null;
  const most = toMajorUnits(left, session.currency);
  const form = html`<form action="/till/${session.id}/refunds" method="post">
    ${problemNote(problems.form)}
    ${amountField(`Amount in euros, at most ${most}`, entered ?? most, problems.amount)}
    ${hiddenFields({ key })}
    <p class="actions"><button type="submit">Refund</button></p>
  </form>`;
  return html`<section class="card">
    <h2>Refund</h2>
    ${refunds.length === 0 ? null : sessionList(refunds)}
    ${left > 0 ? form : html`<p class="hint">Nothing is left to refund.</p>`}
  </section>`;
}

/** Describes a session's state to the cashier. */
function sessionStatus(session: TillSession): Status {
  const isSale = session.kind === 'sale';
  const nothing = isSale ? 'Nothing was charged.' : 'Nothing was refunded.';
  switch (tillState(session)) {
    case TillState.Sending:
      return { label: 'Sending', text: 'The request is on its way to the terminal.', tone: 'waiting' };
    case TillState.Waiting:
      return isSale
        ? {
            label: 'Waiting for the card',
            text: `The terminal asks the customer to pay. ${abortText(session)}`,
            tone: 'waiting',
          }
        : { label: 'Refunding', text: 'The refund is in progress.', tone: 'waiting' };
    case TillState.Aborting:
      return {
        label: 'Aborting',
        text: 'The abort was accepted, but the card can be faster. It is over only when this page says so.',
        tone: 'waiting',
      };
    case TillState.Unknown:
      return { label: 'Outcome unknown', text: unknownText(session), tone: 'waiting' };
    case TillState.NotSent:
      return { label: 'Not sent', text: `${nothing} ${session.rejection ?? ''}`, tone: 'bad' };
    case TillState.Approved:
      return {
        label: isSale ? 'Paid' : 'Refunded',
        text: isSale ? 'The payment was approved.' : 'The refund was approved.',
        tone: 'good',
      };
    case TillState.UnderReview:
      return {
        label: 'To be checked',
        text: 'Money moved, but the amount, the currency or the terminal is not the requested one. Do not repeat it. Have the transaction looked up.',
        tone: 'bad',
      };
    case TillState.Declined:
      return { label: 'Declined', text: `${declineText(session)} ${nothing}`, tone: 'bad' };
    case TillState.Cancelled:
      return { label: 'Cancelled', text: `It was cancelled at the terminal. ${nothing}`, tone: 'neutral' };
    case TillState.TimedOut:
      return { label: 'Timed out', text: `No card was presented in time. ${nothing}`, tone: 'neutral' };
    case TillState.Aborted:
      return { label: 'Aborted', text: `The abort was in time. ${nothing}`, tone: 'neutral' };
    case TillState.Failed:
      return { label: 'Not done', text: `${failureText(session)} ${nothing}`, tone: 'bad' };
  }
}

function abortText({ abort }: TillSession): string {
  if (abort === 'rejected') return 'It could not be aborted: ask the customer to press the red key.';
  return abort === 'unknown' ? 'There was no response to the abort. You can safely abort again.' : '';
}

function unknownText(session: TillSession): string {
  const { kind, unknownReason } = session;
  const what = kind === 'sale' ? 'whether the customer was charged' : 'whether the money was refunded';
  const known =
    unknownReason === 'not-found'
      ? 'the service does not know this request, so it has probably not arrived.'
      : 'the service did not report the end.';
  return `It is unknown ${what}: ${known} ${abortText(session)}`;
}

function declineText({ ending }: TillSession): string {
  const reason = ending?.reason ?? 0;
  return reason === 0 ? 'The card was declined.' : `${describePayEventId(reason, 'session').meaning}.`;
}

function failureText({ ending }: TillSession): string {
  return ending === null || ending.message === '' ? 'The terminal did not do it.' : `${ending.message}.`;
}
