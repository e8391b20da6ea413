import type { Action } from '../action-store.js';
import type { ActionsById } from '../actions.js';
import { WORDS } from '../files.generated.js';
import { money } from '../format.js';
import { html, t } from '../html.js';
import type { Html, HtmlValue, PageText } from '../html.js';
import { button, card, facts, forEngineers, form, label, link } from './ui.js';
import type { Page, Ui } from './ui.js';

/** Names an action: `Refund €12.50`. */
export const actionName = ({ kind, amount, currencyCode }: Action): PageText =>
  t(WORDS.act[kind][0], { amount: currencyCode === null ? '' : money(amount, currencyCode) });

export const actionLabel = ({ state }: Pick<Action, 'state'>): Html => label(WORDS.action[state]);

/** Shows the reference of a transaction. For one that was made from here, it is its order’s, with who made it and why. */
export function referenceWords(reference: string | null, actions: ActionsById): HtmlValue {
  const action = actions.get(reference ?? '');
  return action === undefined ? reference : html`${action.reference} ${whyWords(action)}`;
}
export const whyWords = ({ who, why }: Action): Html =>
  html`<span class="hint">${t('{who}, from here: {why}', { who, why })}</span>`;

/** Shows an action: its confirmation, then its outcome. @param other - Whether another way of refunding is possible. */
export function actionPage(ui: Ui, action: Action, canDismiss: boolean, other: boolean): Page {
  const { id, state, orderCode, message, nextStep, resultId, why, who, way, fee, currencyCode } = action;
  const name = actionName(action);
  const order = link(ui, 'orders', orderCode);
  const isPlanned = state === 'planned';
  const isOpen = isPlanned || state === 'sending' || state === 'unknown';
  // Other messages are those of the connection.
  const isClear = state === 'rejected' || state === 'withheld';
  const mayAct = Boolean(ui.person.refund);
  const content = html`<h1>${name} ${actionLabel(action)}</h1>
${isPlanned && html`<p class="lead">${effect(action)}</p>`}<p>${t(WORDS.action[state][2])}</p>
${!isPlanned && message !== null && (isClear ? html`<p><small>${t(message)}</small></p>` : forEngineers(message))}
${nextStep !== null && !other && html`<p>${nextStep}</p>`}
${other && html`<p>${t('You can refund in another way: choose it on the page of the payment.')}</p>`}
${isOpen && !mayAct && html`<p class="hint">${t('You may look, and not act.')}</p>`}
${isPlanned && mayAct && html`<div class="row">${form(ui, link(ui, 'actions', id, 'confirm'), button(name))}<a href="${order}">${t('No, go back')}</a></div>`}
${isOpen && !isPlanned && mayAct && waiting(ui, action, canDismiss)}
${facts([
  ['Order', html`<a href="${order}"><code>${orderCode}</code></a>`],
  ['Your reference', action.reference],
  ['Way', way !== 'usual' && t(WORDS.way[way][0])],
  ['Your fee', fee != null && currencyCode !== null && money(fee, currencyCode)],
  ['Reason', why],
  ['By', who],
  ['Reference of the action', html`<code>${id}</code>`],
  ['New transaction', resultId !== null && html`<code>${resultId}</code>`],
])}${!isPlanned && html`<p><a href="${order}">${t('Back to the payment')}</a></p>`}`;
  return {
    title: name,
    body: html`<div class="column">${card(null, content)}</div>`,
    ...(state === 'sending' && { refresh: 2 }),
  };
}

/** Says what happens when it is confirmed. */
function effect({ kind, amount, basis, currencyCode }: Action): PageText {
  const [all, part = all]: readonly [string, string?] = WORDS.effect[kind];
  if (currencyCode === null) return t(all);
  const amounts = { amount: money(amount, currencyCode), rest: money(basis - amount, currencyCode) };
  return t(basis === amount ? all : part, amounts);
}

function waiting(ui: Ui, { id, state }: Action, canDismiss: boolean): Html {
  const again = form(ui, link(ui, 'actions', id, 'confirm'), button(t('Ask again'), 'quiet'));
  const no = canDismiss
    ? button(t('I checked: it did not happen'), 'quiet', html`name="happened" value="no"`)
    : html`<p class="hint">${t('Ten minutes after it was sent, you can say that it did not happen.')}</p>`;
  const yes = button(t('I checked: it happened'), 'quiet', html`name="happened" value="yes"`);
  return state === 'sending'
    ? again
    : html`<h2>${t('What to do')}</h2><ol>
<li>${t('Wait a minute. The service’s records are read each minute, and each time that this page is loaded.')}</li>
<li>${t('Ask again. The records are read first. The request is sent again only if they show no trace of it 15 minutes after it was sent.')}</li>
<li>${t('Look the order up in the service’s app: a new transaction with the reference of the action below is this one.')}</li></ol>
${again}${form(ui, link(ui, 'actions', id, 'resolve'), yes, no)}`;
}
