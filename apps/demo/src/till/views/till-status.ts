import { describePayEventId } from 'nestjs-pay';
import type { TillSession } from '../till-session.js';
import { tillState, TillState } from '../till-state.js';

/** How a session's state is put in words for the cashier. */
export interface TillStatus {
  readonly label: string;
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'waiting' | 'neutral';
}

/** The words for a session's state. */
export function tillStatus(session: TillSession): TillStatus {
  const isSale = session.kind === 'sale';
  const nothing = isSale ? 'Nothing was charged.' : 'Nothing was refunded.';
  switch (tillState(session)) {
    case TillState.Sending:
      return { label: 'Sending', text: 'The request is on its way to the terminal.', tone: 'waiting' };
    case TillState.Waiting:
      return {
        label: isSale ? 'Waiting for the card' : 'Refunding',
        text: isSale
          ? `The terminal asks the customer to pay. ${abortText(session)}`
          : 'The refund is being carried out.',
        tone: 'waiting',
      };
    case TillState.Aborting:
      return {
        label: 'Aborting',
        text: 'The abort was accepted, but the card may be faster. It is over only when this page says so.',
        tone: 'waiting',
      };
    case TillState.Unknown:
      return { label: 'Not known', text: unknownText(session), tone: 'waiting' };
    case TillState.NotSent:
      return { label: 'Not sent', text: `${nothing} ${session.refusal ?? ''}`, tone: 'bad' };
    case TillState.Approved:
      return {
        label: isSale ? 'Paid' : 'Refunded',
        text: isSale ? 'The payment was approved.' : 'The refund was approved.',
        tone: 'good',
      };
    case TillState.UnderReview:
      return {
        label: 'To be checked',
        text: 'Money moved, but amount, currency or terminal are not what was asked for. Do not repeat it; have the transaction looked up.',
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
  if (abort === 'refused') return 'It could not be aborted: ask the customer to press the red key.';
  return abort === 'unknown' ? 'Nobody answered the abort; it does no harm to ask for it again.' : '';
}

function unknownText(session: TillSession): string {
  const { kind, doubt } = session;
  const what = kind === 'sale' ? 'whether the customer was charged' : 'whether the money was refunded';
  const known =
    doubt === 'not-found'
      ? 'the service does not know this request, so it has probably not arrived.'
      : 'the service did not say how this ended.';
  return `It is not known ${what}: ${known} ${abortText(session)}`;
}

function declineText({ ending }: TillSession): string {
  const reason = ending?.reason ?? 0;
  return reason === 0 ? 'The card was declined.' : `${describePayEventId(reason, 'session').meaning}.`;
}

function failureText({ ending }: TillSession): string {
  return ending === null || ending.message === '' ? 'The terminal did not do it.' : `${ending.message}.`;
}
