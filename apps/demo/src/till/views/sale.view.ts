import { toMajorUnits } from 'nestjs-pay';
import type { PayFiscalSale } from 'nestjs-pay/fiscal';
import type { PaySale } from 'nestjs-pay/till';
import { html, type Html } from '../../html.js';
import type { ShopEnvironment } from '../../shop.environment.js';
import type { PageView } from '../../views/layout.js';
import { dateTime, money } from '../../views/money.js';
import {
  amountField,
  factList,
  hiddenFields,
  itemList,
  postButton,
  problemNote,
  STATUS_SIGNS,
  type ListedItem,
} from '../../views/parts.js';
import { isAborting, isUnknown, saleStatus } from '../sale-status.js';
import type { TillProblems } from '../till-form.js';
import { receiptCard } from './receipt.view.js';

/** Content of the page of a sale or refund. */
export interface SaleView {
  readonly sale: PaySale;
  /** Refunds of this sale. */
  readonly refunds: readonly PaySale[];
  /** What can still be refunded, in minor units. */
  readonly left: number;
  /** One-time key of the refund's form. */
  readonly key: string;
  readonly environment: Pick<ShopEnvironment, 'terminalName' | 'terminalUrl'>;
  /** Receipt of the sale; null without one. */
  readonly fiscal: PayFiscalSale | null;
  /** Text of the refund's form. */
  readonly entered: string | undefined;
  readonly problems: TillProblems;
}

/** Shows a sale or refund with its status and the possible steps. While it is open, the page updates itself. */
export function saleView(view: SaleView): PageView {
  const { sale, refunds, environment, fiscal } = view;
  const terminalUrl = environment.terminalUrl(sale.terminalId);
  const { label, text, tone } = saleStatus(sale);
  const changes = [sale, ...refunds].some(({ state }) => state === 'open') || fiscal?.state === 'paid';
  return {
    title: `${label} · ${sale.reference}`,
    isLive: changes,
    longestPauseMs: 2_000,
    body: html`<p class="back"><a href="/till">Till</a></p>
      <div class="columns">
        <section class="card status ${tone}">
          ${STATUS_SIGNS[tone]}
          <h1>${label}</h1>
          <p class="sum large">${money(sale.amount)}</p>
          <p>${text}</p>
          ${isUnknown(sale) ? unknownSteps(sale) : nextSteps(sale)}
          ${
            terminalUrl === null || sale.state !== 'open' || isAborting(sale)
              ? null
              : html`<p class="hint"><a href="${terminalUrl}" target="_blank" rel="noopener">Go to the simulated terminal</a> and tap it.</p>`
          }
        </section>
        <div>${fiscal === null ? null : receiptCard(fiscal)}${factsCard(sale, environment)}${sale.kind === 'sale' ? refundCard(view) : null}</div>
      </div>`,
  };
}

/** Shows sales and refunds with links to their pages. */
export function saleList(sales: readonly PaySale[], { terminalName }: SaleView['environment']): Html {
  return itemList(
    sales.map((sale): ListedItem => {
      const { id, kind, amount, reference, terminalId, createdAt } = sale;
      return {
        href: `/till/${id}`,
        title: `${kind === 'sale' ? 'Sale' : 'Refund'} ${reference}`,
        detail: `${dateTime(createdAt.getTime())} · ${terminalName(terminalId)}`,
        amount: money(amount),
        ...saleStatus(sale),
      };
    }),
  );
}

const button = ({ id }: PaySale, action: string, label: string, quiet = true): Html =>
  postButton(`/till/${id}/${action}`, label, { quiet });

function nextSteps(sale: PaySale): Html | null {
  const { kind, state, terminalId, amount, currencyCode, reference, parentId } = sale;
  if (state === 'open')
    return kind === 'refund' || isAborting(sale)
      ? null
      : html`<div class="actions">${button(sale, 'abort', 'Abort')}</div>`;
  if (state === 'paid') return html`<p class="actions"><a class="button" href="/till">Next sale</a></p>`;
  if (state === 'needs-a-person') return null;
  if (parentId !== null)
    return html`<p class="actions"><a class="button" href="/till/${parentId}">Back to the sale</a></p>`;
  const again = new URLSearchParams({ terminalId, amount: toMajorUnits(amount, currencyCode), reference });
  return html`<p class="actions">
    <a class="button" href="/till?${again.toString()}">Charge again</a>
  </p>`;
}

/** Shows what to do if the outcome is unknown. No step can charge twice. */
function unknownSteps(sale: PaySale): Html {
  const isSale = sale.kind === 'sale';
  return html`<ol class="steps">
      <li>
        Look at the terminal: ${isSale ? 'does it still ask for a card, or show a result?' : 'does it show a result?'}
      </li>
      <li>Ask the service. ${button(sale, 'ask', 'Ask how it ended', false)}</li>
    </ol>
    <p>
      Do not start another ${isSale ? 'sale' : 'refund'} for this until the outcome is known.
    </p>`;
}

function factsCard(
  { kind, parentId, reference, terminalId, id, receipt, transactionId }: PaySale,
  { terminalName }: SaleView['environment'],
): Html {
  const card = [receipt?.cardType, receipt?.primaryAccountNumberMasked].filter((part) => part != null);
  return html`<section class="card">
    <h2>${kind === 'sale' ? 'The sale' : 'The refund'}</h2>
    ${factList([
      ['Reference', reference],
      ['Terminal', terminalName(terminalId)],
      ['Card', card.length === 0 ? null : card.join(' ')],
      ['Transaction', transactionId],
      ['Session', id],
      ['Refund of', parentId === null ? null : html`<a href="/till/${parentId}">the sale</a>`],
    ])}
  </section>`;
}

function refundCard({ sale, refunds, left, key, environment, entered, problems }: SaleView): Html | null {
  if (sale.state !== 'paid') return null;
  const most = toMajorUnits(left, sale.currencyCode);
  const form = html`<form action="/till/${sale.id}/refunds" method="post">
    ${problemNote(problems.form)}
    ${amountField(`Amount in euros, at most ${most}`, entered ?? most, problems.amount)}
    ${hiddenFields({ key })}
    <p class="actions"><button type="submit">Refund</button></p>
  </form>`;
  return html`<section class="card">
    <h2>Refund</h2>
    ${refunds.length === 0 ? null : saleList(refunds, environment)}
    ${left > 0 ? form : html`<p class="hint">Nothing is left to refund.</p>`}
  </section>`;
}
