import type { PaySale } from 'nestjs-pay/till';
import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { amountField, hiddenFields, labelledControl, problemNote, textField } from '../../views/parts.js';
import type { EnteredSale, TillProblems } from '../till-form.js';
import { saleList, type SaleView } from './sale.view.js';

/** Terminals to choose from, or why they could not be read. */
export interface TerminalChoice {
  /** Numbers with names. */
  readonly options: readonly (readonly [terminalId: string, name: string])[];
  readonly problem: string | null;
}

/** Content of the till's first page. */
export interface TillView extends Pick<SaleView, 'terminalName'> {
  readonly terminals: TerminalChoice;
  readonly entered: EnteredSale;
  readonly problems: TillProblems;
  /** One-time key of the form. */
  readonly key: string;
  /** Newest first. */
  readonly sales: readonly PaySale[];
}

/** Shows the form of a new sale, and recent sales and refunds. */
export function tillView({ terminals, entered, problems, key, sales, terminalName }: TillView): PageView {
  return {
    title: 'Till',
    body: html`<h1>Till</h1>
      <p class="lead">Charge a customer at a card terminal.</p>
      <div class="columns">
        <form class="card" action="/till/sales" method="post">
          <h2>New sale</h2>
          ${problemNote(problems.form)}
          ${
            terminals.problem === null
              ? null
              : html`<p class="problem" role="alert">The terminals could not be read. ${terminals.problem}</p>`
          }
          ${terminalField(terminals, entered.terminalId, problems.terminalId)}
          ${amountField('Amount in euros', entered.amount, problems.amount)}
          ${textField({ name: 'reference', label: 'Reference', value: entered.reference, problem: problems.reference })}
          ${hiddenFields({ key })}
          <p class="actions"><button type="submit">Charge</button></p>
        </form>
        <section aria-labelledby="recent">
          <h2 id="recent">Recent</h2>
          ${sales.length === 0 ? html`<p class="hint">There are no sales yet.</p>` : saleList(sales, terminalName)}
        </section>
      </div>`,
  };
}

function terminalField(
  { options, problem: unread }: TerminalChoice,
  value: string,
  problem: string | undefined,
): Html {
  const [name, label] = ['terminalId', 'Terminal'];
  if (unread !== null) return textField({ name, label, value, problem, inputmode: 'numeric' });
  return labelledControl(
    name,
    label,
    problem,
    undefined,
    (marks) =>
      html`<select id="terminalId" name="terminalId" required ${marks}>
        ${options.length === 0 ? html`<option value="">No terminal is live</option>` : null}
        ${options.map(([id, text]) => html`<option value="${id}" ${id === value ? html`selected` : null}>${text}</option>`)}
      </select>`,
  );
}
