import { isOpen } from '../action-store.js';
import type { Action } from '../action-store.js';
import { WORDS } from '../files.generated.js';
import { money } from '../format.js';
import { html, t } from '../html.js';
import type { Html, PageText } from '../html.js';
import { problem } from '../problem.js';
import type { Page, PlaceRequest, Reply } from '../request.js';
import { button, card, facts, forEngineers, form, label, link, LOOK_ONLY } from '../ui.js';

/** Names an action: `Refund €12.50`. */
export const actionName = ({ kind, amount, currencyCode }: Action): PageText =>
  t(WORDS.act[kind][0], { amount: currencyCode === null ? '' : money(amount, currencyCode) });

export const actionLabel = ({ state }: Action): Html => label(WORDS.action[state]);

/** Says who did it, and why. */
export const whyWords = ({ who, why }: Action): Html =>
  html`<span class="hint">${t('{who}, from here: {why}', { who, why })}</span>`;

/** Names an action with a link to its page, and with its state. */
export const actionLink = (request: PlaceRequest, action: Action): Html =>
  html`<a href="${link(request, 'actions', action.id)}">${actionName(action)}</a> ${actionLabel(action)}`;

export async function confirm({ operator, place, person, params }: PlaceRequest): Promise<Reply> {
  const action = await operator.actions.confirm(place, person, params['id'] ?? '');
  return { redirect: `${place.address}/actions/${action.id}`, data: action };
}

export async function resolve({ operator, place, person, params, body }: PlaceRequest): Promise<Reply> {
  const { happened } = body;
  if (happened !== 'yes' && happened !== 'no') throw problem('happened');
  const action = await operator.actions.resolve(place, person, params['id'] ?? '', happened === 'yes');
  return { redirect: `${place.address}/actions/${action.id}`, data: action };
}

/** Shows an action: its confirmation, then its outcome. */
export async function showAction(request: PlaceRequest): Promise<Page> {
  const { operator, place, person, params } = request;
  const found = await operator.actions.find(place, params['id'] ?? '');
  const action = await operator.actions.lookUp(place, found);
  const canDismiss = await operator.actions.canDismiss(place, action);
  const { id, state, kind, orderCode, message, nextStep, resultId, why, who, way, fee } = action;
  const name = actionName(action);
  const order = link(request, 'orders', orderCode);
  const isPlanned = state === 'planned';
  // Other messages are those of the connection.
  const isClear = state === 'rejected' || state === 'withheld';
  const isOther = kind === 'refund' && state === 'rejected' && place.calls.ways.length > 1;
  const isWaiting = isPlanned || isOpen(action);
  const mayAct = Boolean(person.refund);
  const content = html`<h1>${name} ${actionLabel(action)}</h1>
${isPlanned && html`<p class="lead">${effect(action)}</p>`}<p>${t(WORDS.action[state][2])}</p>
${!isPlanned && message !== null && (isClear ? html`<p><small>${t(message)}</small></p>` : forEngineers(message))}
${nextStep !== null && !isOther && html`<p>${nextStep}</p>`}
${isOther && html`<p>${t('You can refund in another way: choose it on the page of the payment.')}</p>`}
${isWaiting && !mayAct && LOOK_ONLY}
${isPlanned && mayAct && html`<div class="row">${form(request, link(request, 'actions', id, 'confirm'), button(name))}<a href="${order}">${t('No, go back')}</a></div>`}
${isOpen(action) && mayAct && waiting(request, action, canDismiss)}
${facts([
  ['Order', html`<a href="${order}"><code>${orderCode}</code></a>`],
  ['Your reference', action.reference],
  ['Way', way !== 'usual' && t(WORDS.way[way][0])],
  ['Your fee', fee != null && money(fee, action.currencyCode)],
  ['Reason', why],
  ['By', who],
  ['Reference of the action', html`<code>${id}</code>`],
  ['New transaction', resultId !== null && html`<code>${resultId}</code>`],
])}${!isPlanned && html`<p><a href="${order}">${t('Back to the payment')}</a></p>`}`;
  return {
    ...{ title: name, data: { ...action, canDismiss } },
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

function waiting(request: PlaceRequest, { id, state }: Action, canDismiss: boolean): Html {
  const again = form(request, link(request, 'actions', id, 'confirm'), button(t('Ask again'), 'quiet'));
  const no = canDismiss
    ? button(t('I checked: it did not happen'), 'quiet', html`name="happened" value="no"`)
    : html`<p class="hint">${t('Ten minutes after it was sent, you can say that it did not happen.')}</p>`;
  const yes = button(t('I checked: it happened'), 'quiet', html`name="happened" value="yes"`);
  return state === 'sending'
    ? again
    : html`<h2>${t('What to do')}</h2><ol>${WORDS.unknownSteps.map((step) => html`<li>${t(step)}</li>`)}</ol>
${again}${form(request, link(request, 'actions', id, 'resolve'), yes, no)}`;
}
