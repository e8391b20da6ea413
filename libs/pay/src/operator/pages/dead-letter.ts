import type { PayDeadLetter } from '../../inbox/dead-letters.js';
import { eventWords, serviceMoney, time } from '../format.js';
import { html, t } from '../html.js';
import type { Html } from '../html.js';
import { letterData, SAFE } from '../letter-data.js';
import { problem } from '../problem.js';
import type { Page, PlaceRequest, Reply } from '../request.js';
import { button, card, facts, forEngineers, form, link, LOOK_ONLY, page } from '../ui.js';

/** Names the event of a dead letter, with the amount and the reference of its payment. */
export function letterName(letter: ReturnType<typeof letterData>): Html {
  const { event, Amount, CurrencyCode, MerchantTrns } = letter;
  const amount = Amount && CurrencyCode && serviceMoney(Number(Amount), CurrencyCode);
  return html`${eventWords(Number.parseInt(event))} ${amount} ${MerchantTrns}`;
}

async function letterOf({ place, params }: PlaceRequest): Promise<PayDeadLetter> {
  const { id = '' } = params;
  const letter = /^\d{1,18}$/.test(id) ? await place.inbox?.deadLetter(id) : null;
  if (letter?.delivery.account !== place.account) throw problem('no-dead-letter');
  return letter;
}

/** Replays or discards a dead letter. */
export async function endLetter(request: PlaceRequest, what: 'replay' | 'discard'): Promise<Reply> {
  const { operator, place, person } = request;
  const { id, OrderCode = null, TransactionId = null } = letterData(await letterOf(request));
  const about = { who: person.name, what, orderCode: OrderCode, transactionId: TransactionId };
  await operator.audit.around(place, about, async () => place.inbox?.[what](id));
  return { redirect: `${place.address}/attention`, data: { id, [what]: true } };
}

/** Shows a dead letter without personal data. */
export async function deadLetter(request: PlaceRequest): Promise<Page> {
  const letter = letterData(await letterOf(request));
  const { id, error, reason, attempts, receivedAt, deadLetteredAt, OrderCode } = letter;
  const why =
    reason === 'crashed'
      ? t('The application ended while it processed it.')
      : t('The application reported an error.');
  const address = (end: string): string => link(request, 'dead-letters', id, end);
  return page(
    t('Your application could not process it'),
    letter,
    card(
      letterName(letter),
      html`<p>${t('Your application got this event, and gave up after several attempts. Ask your engineers for the cause before it is processed again.')}</p>`,
      html`<p class="problem">${error}</p>`,
      facts([
        ['Reason', why],
        ['Attempts', attempts],
        ['Received', time(receivedAt)],
        ['Given up', time(deadLetteredAt)],
      ]),
      forEngineers(
        t('Dead letter {id}', { id }),
        facts(SAFE.map((name) => [name, letter[name] && html`<code>${letter[name]}</code>`])),
      ),
      OrderCode && html`<p><a href="${link(request, 'orders', OrderCode)}">${t('The payment')}</a></p>`,
      request.person.replay === true
        ? html`<div class="row">${form(request, address('replay'), button(t('Process it again')))}${form(request, address('discard'), button(t('Discard'), 'quiet'))}</div><p class="hint">${t('A discarded event counts as processed, and your application does nothing for it.')}</p>`
        : LOOK_ONLY,
    ),
  );
}
