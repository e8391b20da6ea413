import type { Action } from '../action-store.js';
import { WORDS } from '../files.generated.js';
import { money } from '../format.js';
import { html, t } from '../html.js';
import type { Html, PageText } from '../html.js';
import { button, card, facts, form, label, link } from './ui.js';
import type { Page, Ui } from './ui.js';

/** Names an action: `Refund €12.50`. */
export const actionName = ({ kind, amount, currencyCode }: Action): PageText =>
  t(WORDS.act[kind][0], { amount: currencyCode === null ? '' : money(amount, currencyCode) });

export const actionLabel = ({ state }: Pick<Action, 'state'>): Html => label(WORDS.action[state]);

/** Shows an action: its confirmation, then its outcome. @param other - Whether another way of refunding is possible. */
export function actionPage(ui: Ui, action: Action, canDismiss: boolean, other: boolean): Page {
  const { id, state, orderCode, message, nextStep, resultId, why, who, way } = action;
  const name = actionName(action);
  const order = link(ui, 'orders', orderCode);
  const isPlanned = state === 'planned';
  const isOpen = isPlanned || state === 'sending' || state === 'unknown';
  const mayAct = Boolean(ui.person.refund);
  const content = html`<h1>${name}</h1><p>${actionLabel(action)}</p><p>${t(WORDS.action[state][2])}</p>
${isPlanned ? effect(action) : message !== null && html`<p class="hint">${message}</p>`}
${nextStep !== null && html`<p>${nextStep}</p>`}
${other && html`<p>${t('You can refund in another way: choose it on the page of the payment.')}</p>`}
${isOpen && !mayAct && html`<p class="hint">${t('You may look, and not act.')}</p>`}
${isPlanned && mayAct && form(ui, link(ui, 'actions', id, 'confirm'), button(html`${t('Yes:')} ${name}`))}
${isOpen && !isPlanned && mayAct && waiting(ui, action, canDismiss)}
${facts([
  ['Order', html`<a href="${order}"><code>${orderCode}</code></a>`],
  ['Way', way !== 'usual' && t(WORDS.way[way])],
  ['Reason', why],
  ['By', who],
  ['Reference', html`<code>${id}</code>`],
  ['New transaction', resultId !== null && html`<code>${resultId}</code>`],
])}<p><a href="${order}">${t('Back to the payment')}</a></p>`;
  return { title: name, body: card(null, content), ...(state === 'sending' && { refresh: 2 }) };
}

function effect({ kind, amount, basis, currencyCode }: Action): Html | false {
  if (currencyCode === null || kind === 'release') return false;
  const rest = money(basis - amount, currencyCode);
  const [all, part] =
    kind === 'capture'
      ? ['Everything that is held is captured.', 'The other {rest} is released: you cannot capture it later.']
      : [
          'The customer gets back everything that is left of the payment.',
          '{rest} of the payment stays with you.',
        ];
  return html`<p>${basis === amount ? t(all) : t(part, { rest })}</p>`;
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
<li>${t('Look the order up in the service’s app: a new transaction with the reference below is this one.')}</li></ol>
${again}${form(ui, link(ui, 'actions', id, 'resolve'), yes, no)}`;
}
