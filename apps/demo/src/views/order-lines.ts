import { html, type Html } from '../html.js';
import { money } from './money.js';

/** A line as a table shows it. */
export interface ShownLine {
  readonly name: string;
  readonly quantity: number;
  /** Minor units, for one piece. */
  readonly unitPrice: number;
}

/** What is bought, and what it costs together. */
export function orderLines(lines: readonly ShownLine[], total: number): Html {
  return html`<table class="lines">
    <caption class="unseen">
      What you ordered
    </caption>
    <thead class="unseen">
      <tr>
        <th scope="col">Goods</th>
        <th scope="col">Price</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        ({ name, quantity, unitPrice }) =>
          html`<tr>
            <td>${name} <span class="times">× ${quantity}</span></td>
            <td>${money(unitPrice * quantity)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">Total</th>
        <td>${money(total)}</td>
      </tr>
    </tfoot>
  </table>`;
}
