import { html, type Html } from '../../html.js';
import type { PageView } from '../../views/layout.js';
import { money } from '../../views/money.js';
import type { EnteredSale, TillProblems } from '../till-form.js';
import type { TillSession } from '../till-session.js';
import { amountField, formField } from './form-field.js';
import { tillStatus } from './till-status.js';

/** The terminals that can be chosen, or why they are not known. */
export interface TerminalChoice {
  readonly ids: readonly string[];
  readonly problem: string | null;
}

/** What the till shows. */
export interface TillView {
  readonly terminals: TerminalChoice;
  readonly entered: EnteredSale;
  readonly problems: TillProblems;
  /** One-time key of the form. */
  readonly key: string;
  /** Newest first. */
  readonly sessions: readonly TillSession[];
}

/** The form of a new sale, and what was done recently. */
export function tillView({ terminals, entered, problems, key, sessions }: TillView): PageView {
  return {
    title: 'Till',
    body: html`<h1>Till</h1>
      <p class="lead">Charge a customer at a card terminal.</p>
      <div class="columns">
        <form class="card" action="/till/sales" method="post">
          <h2>New sale</h2>
          ${problems.form === undefined ? null : html`<p class="problem" role="alert">${problems.form}</p>`}
          ${
            terminals.problem === null
              ? null
              : html`<p class="problem" role="alert">The terminals could not be read. ${terminals.problem}</p>`
          }
          ${formField('terminalId', 'Terminal', problems.terminalId, (marks) => terminalControl(terminals, entered, marks))}
          ${amountField('Amount in euros', entered.amount, problems.amount)}
          ${formField(
            'reference',
            'Reference',
            problems.reference,
            (marks) =>
              html`<input id="reference" name="reference" autocomplete="off" required value="${entered.reference}" ${marks} />`,
          )}
          <input type="hidden" name="key" value="${key}" />
          <p class="actions"><button type="submit">Charge</button></p>
        </form>
        <section aria-labelledby="recent">
          <h2 id="recent">Recent</h2>
          ${
            sessions.length === 0
              ? html`<p class="hint">Nothing was charged here yet.</p>`
              : html`<ul class="orders">
                ${sessions.map(sessionRow)}
              </ul>`
          }
        </section>
      </div>`,
  };
}

/** A session in a list, with the way to its page. */
export function sessionRow(session: TillSession): Html {
  const { label, tone } = tillStatus(session);
  const { id, kind, amount, reference, terminalId } = session;
  return html`<li class="card">
    <a href="/till/${id}"
      ><strong>${kind === 'sale' ? 'Sale' : 'Refund'} ${reference}</strong
      ><span class="what">Terminal ${terminalId}</span></a
    >
    <span class="sum">${money(amount)}</span><span class="label ${tone}">${label}</span>
  </li>`;
}

function terminalControl(
  { ids, problem }: TerminalChoice,
  { terminalId }: EnteredSale,
  marks: Html | null,
): Html {
  if (problem !== null)
    return html`<input id="terminalId" name="terminalId" inputmode="numeric" required value="${terminalId}" ${marks} />`;
  return html`<select id="terminalId" name="terminalId" required ${marks}>
    ${ids.length === 0 ? html`<option value="">No terminal is live</option>` : null}
    ${ids.map((id) => html`<option value="${id}" ${id === terminalId ? html`selected` : null}>${id}</option>`)}
  </select>`;
}
