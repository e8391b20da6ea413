import { html, type Html } from '../../html.js';

/** A labelled control with what is wrong with it. `control` gets the marks that tie the complaint to it. */
export function formField(
  name: string,
  label: string,
  problem: string | undefined,
  control: (marks: Html | null) => Html,
): Html {
  const marks = problem === undefined ? null : html`aria-invalid="true" aria-describedby="${name}-problem"`;
  return html`<p class="field">
    <label for="${name}">${label}</label>
    ${control(marks)}${problem === undefined ? null : html`<span class="complaint" id="${name}-problem">${problem}</span>`}
  </p>`;
}

/** A field for an amount in MAJOR units. */
export function amountField(label: string, value: string, problem: string | undefined): Html {
  return formField(
    'amount',
    label,
    problem,
    (marks) =>
      html`<input id="amount" name="amount" inputmode="decimal" autocomplete="off" required value="${value}" ${marks} />`,
  );
}
