import type { PayPos } from 'nestjs-pay';
import type { PayFiscalSale } from 'nestjs-pay/fiscal';
import type { PaySale } from 'nestjs-pay/till';
import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { money } from '../../views/money.js';
import {
  amountField,
  hiddenFields,
  labelledControl,
  postButton,
  problemNote,
  textField,
} from '../../views/parts.js';
import type { EnteredSale, TillProblems } from '../till-form.js';
import { saleList, type SaleView } from './sale.view.js';

/** Content of the till's first page. */
export interface TillView extends Pick<SaleView, 'environment'> {
  /** Terminals to choose from, or why they could not be read. */
  readonly terminals: Awaited<ReturnType<PayPos['devices']['searchDevices']>>;
  readonly entered: EnteredSale;
  readonly problems: TillProblems;
  /** One-time key of the form. */
  readonly key: string;
  /** Newest first. */
  readonly sales: readonly PaySale[];
  readonly fiscal: {
    /** Whether the terminals sell fiscally; null if the shop cannot switch it. */
    readonly isOn: boolean | null;
    readonly isProviderDown: boolean;
    /** Payments whose report the provider has not confirmed. */
    readonly unreported: readonly PayFiscalSale[];
  };
}

/** Shows the form of a new sale, and recent sales and refunds. */
export function tillView(view: TillView): PageView {
  const { terminals, entered, problems, key, sales, environment } = view;
  return {
    title: 'Till',
    body: html`<h1>Till</h1>
      <p class="lead">Charge a customer at a card terminal.</p>
      <div class="columns">
        <form class="card" action="/till/sales" method="post">
          <h2>New sale</h2>
          ${problemNote(problems.form)}
          ${
            terminals.success
              ? null
              : html`<p class="problem" role="alert">The terminals could not be read. ${terminals.message}</p>`
          }
          ${terminalField(view)}
          ${amountField('Amount in euros', entered.amount, problems.amount)}
          ${textField({ name: 'reference', label: 'Reference', value: entered.reference, problem: problems.reference })}
          ${hiddenFields({ key })}
          <p class="actions"><button type="submit">Charge</button></p>
        </form>
        <div>
        ${fiscalCard(view.fiscal)}
        <section aria-labelledby="recent">
          <h2 id="recent">Recent</h2>
          ${sales.length === 0 ? html`<p class="hint">There are no sales yet.</p>` : saleList(sales, environment)}
        </section>
        </div>
      </div>`,
  };
}

/** Shows whether sales are fiscal, with switches, and what is not reported. */
function fiscalCard({ isOn, isProviderDown, unreported }: TillView['fiscal']): Html | null {
  if (isOn === null) return null;
  const fiscalSwitch = postButton('/till/fiscal', isOn ? 'Switch off' : 'Sell as in Greece', {
    fields: { on: isOn ? 'no' : 'yes' },
  });
  const providerSwitch = postButton(
    '/till/provider',
    isProviderDown ? 'Let the provider work again' : 'Let the provider fail',
    {
      fields: { down: isProviderDown ? 'no' : 'yes' },
    },
  );
  const links = unreported.map(
    ({ id, document, amount, message }) => html`<li>
      <a href="/till/${id}">${document === null ? 'Autonomous sale' : `Receipt ${document.series} ${document.number}`}</a>,
      ${money(amount)}. ${message}
    </li>`,
  );
  return html`<section class="card">
    <h2>Fiscal receipts (Greece)</h2>
    ${
      isOn
        ? html`<p>The e-invoicing provider signs each sale, and reports each payment. It ${isProviderDown ? 'is down' : 'works'}.</p>
            ${
              links.length === 0
                ? html`<p class="hint">All payments are reported.</p>`
                : html`<p class="problem">Paid, and not reported yet:</p>
                    <ul>
                      ${links}
                    </ul>`
            }`
        : html`<p class="hint">Off. The terminals sell without signatures.</p>`
    }
    <div class="actions">${fiscalSwitch}${isOn ? providerSwitch : null}</div>
  </section>`;
}

function terminalField({ terminals, environment, entered, problems }: TillView): Html {
  const [name, label, value] = ['terminalId', 'Terminal', entered.terminalId];
  const problem = problems.terminalId;
  if (!terminals.success) return textField({ name, label, value, problem, inputmode: 'numeric' });
  const options = terminals.data.map(
    ({ terminalId: id }) =>
      html`<option value="${id}" ${id === value ? html`selected` : null}>${environment.terminalName(id)}</option>`,
  );
  return labelledControl(
    name,
    label,
    problem,
    undefined,
    (marks) =>
      html`<select id="terminalId" name="terminalId" required ${marks}>
        ${options.length === 0 ? html`<option value="">No terminal is live</option>` : options}
      </select>`,
  );
}
