import { html, type Html } from '../http/html.js';
import { REPORTED_FAULTS, type ReportedFaultFacts } from '../http/reported-faults.js';
import { CONSOLE_PATH } from './console-address.js';
import type { ConsoleModel } from './console.model.js';

/** Renders a switch for each fault that was seen in production. A switched-on fault affects every request. */
export function faultSwitchesView({ faults }: ConsoleModel): Html {
  const row = ([name, { text, issue }]: [string, ReportedFaultFacts]): Html => html`
<li><p>${text} <span class="dim">${
    issue === null
      ? '(inferred)'
      : html`<a href="https://github.com/VivaPayments/API/issues/${issue}" rel="noreferrer">#${issue}</a>`
  }</span></p>
${switchOf(name, text, faults.find(({ kind }) => kind === name)?.faultId)}</li>`;
  return html`<section id="fault-switches" aria-labelledby="fault-switches-title">
<h2 id="fault-switches-title">Faults seen in production</h2>
<ul class="switches">${Object.entries<ReportedFaultFacts>(REPORTED_FAULTS).map(row)}</ul>
</section>`;
}

/** @param faultId - The active fault, which the switch removes. */
function switchOf(kind: string, text: string, faultId: string | undefined): Html {
  const isOn = faultId !== undefined;
  return html`<form method="post" action="${CONSOLE_PATH}/faults${isOn && `/${faultId}/remove`}">${!isOn && html`<input type="hidden" name="kind" value="${kind}"><input type="hidden" name="times" value="always">`}<button class="switch" role="switch" aria-checked="${String(isOn)}" aria-label="${text}"></button></form>`;
}
