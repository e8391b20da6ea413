import type { Action, ActionState } from '../action-store.js';
import { money } from '../format.js';
import type { Label } from '../format.js';
import { html, t } from '../html.js';
import type { Html, PageText } from '../html.js';
import { button, card, facts, form, label, link } from './ui.js';
import type { Page, Ui } from './ui.js';

const NAMES: Readonly<Record<Action['kind'], string>> = {
  refund: 'Refund {amount}',
  void: 'Void {amount}',
  capture: 'Capture {amount}',
  release: 'Release {amount}',
  cancel: 'Cancel the order',
};

/** Names an action: `Refund €12.50`. */
export const actionName = ({ kind, amount, currencyCode }: Action): PageText =>
  t(NAMES[kind], { amount: currencyCode === null ? '' : money(amount, currencyCode) });

const LABELS: Readonly<Record<ActionState, Label>> = {
  planned: [t('Waits for your confirmation'), 'wait'],
  sending: [t('Being sent'), 'wait'],
  unknown: [t('Outcome unknown'), 'wait'],
  done: [t('Done'), 'good'],
  rejected: [t('Refused'), 'bad'],
  'not-sent': [t('Not sent'), 'bad'],
  withheld: [t('Not sent'), 'bad'],
  dismissed: [t('Did not happen'), 'plain'],
};
export const actionLabel = ({ state }: Pick<Action, 'state'>): Label => LABELS[state];

const WORDS: Readonly<Record<ActionState, PageText>> = {
  planned: t('It happens once, however often you click.'),
  sending: t('This page updates itself.'),
  unknown: t('The service gave no clear response. It may have happened. Asking again cannot do it twice.'),
  done: t('The service has confirmed it.'),
  rejected: t('The service refused. No money moved.'),
  'not-sent': t('The request was not sent. Nothing happened.'),
  withheld: t('Nothing was sent. Look at the payment and decide again.'),
  dismissed: t('A person found that it did not happen. You can do it again.'),
};

/** Shows an action: its confirmation, then its outcome. @param other - Whether another way of refunding is possible. */
export function actionPage(ui: Ui, action: Action, canDismiss: boolean, other: boolean): Page {
  const { id, state, orderCode, message, nextStep, resultId, why, who } = action;
  const name = actionName(action);
  const isWaiting = state === 'sending' || state === 'unknown';
  return {
    title: name,
    ...(isWaiting && { refresh: state === 'sending' ? 2 : 15 }),
    body: card(
      null,
      html`<h1>${name}</h1><p>${label(LABELS[state])}</p><p>${WORDS[state]}</p>`,
      state === 'planned' && effect(action),
      state !== 'planned' && message !== null && html`<p class="hint">${message}</p>`,
      nextStep !== null && html`<p>${nextStep}</p>`,
      other && html`<p>${t('You can refund in another way: choose it on the page of the payment.')}</p>`,
      state === 'planned' && form(ui, link(ui, 'actions', id, 'confirm'), button(html`${t('Yes:')} ${name}`)),
      isWaiting && waiting(ui, action, canDismiss),
      facts([
        [t('Order'), html`<a href="${link(ui, 'orders', orderCode)}"><code>${orderCode}</code></a>`],
        [t('Reason'), why],
        [t('By'), who],
        [t('Reference'), html`<code>${id}</code>`],
        [t('New transaction'), resultId !== null && html`<code>${resultId}</code>`],
      ]),
      html`<p><a href="${link(ui, 'orders', orderCode)}">${t('Back to the payment')}</a></p>`,
    ),
  };
}

function effect({ kind, amount, basis, currencyCode }: Action): Html | false {
  if (kind === 'cancel' || currencyCode === null) return false;
  const rest = money(basis - amount, currencyCode);
  const isAll = basis === amount;
  if (kind === 'refund' || kind === 'void')
    return html`<p>${isAll ? t('The customer gets back everything that is left of the payment.') : t('{rest} of the payment stays with you.', { rest })}</p>`;
  return (
    kind === 'capture' &&
    html`<p>${isAll ? t('Everything that is held is captured.') : t('The other {rest} is released: you cannot capture it later.', { rest })}</p>`
  );
}

function waiting(ui: Ui, { id, state }: Action, canDismiss: boolean): Html {
  return html`${
    state === 'unknown' &&
    html`<h2>${t('What to do')}</h2><ol>
<li>${t('Wait: the service’s records are read every minute, and this page shows when they have it.')}</li>
<li>${t('Ask again. The records are read first. The request is sent again only if they show no trace of it long after it was sent.')}</li>
<li>${t('Look the order up in the service’s app: a new transaction with this reference is this one.')}</li></ol>`
  }${form(ui, link(ui, 'actions', id, 'confirm'), button(t('Ask again'), 'quiet'))}${
    state === 'unknown' &&
    form(
      ui,
      link(ui, 'actions', id, 'resolve'),
      button(t('I checked: it happened'), 'quiet', html`name="happened" value="yes"`),
      canDismiss
        ? button(t('I checked: it did not happen'), 'quiet', html`name="happened" value="no"`)
        : html`<p class="hint">${t('Ten minutes after it was sent, you can say that it did not happen.')}</p>`,
    )
  }`;
}
