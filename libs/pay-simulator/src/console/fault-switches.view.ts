import { html, type Html } from '../http/html.js';
import { REPORTED_FAULTS, type ReportedFaultFacts } from '../http/reported-faults.js';
import { actionButton, dataTable } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';

/** Renders a switch for each fault that was seen in production. A switched-on fault affects every request. */
export function faultSwitchesView({ faults }: ConsoleModel): Html {
  return html`<section id="fault-switches" aria-labelledby="fault-switches-title">
<h2 id="fault-switches-title">Faults seen in production</h2>
${dataTable('Faults seen in production', Object.entries<ReportedFaultFacts>(REPORTED_FAULTS), {
  'What happens': ([, { text }]) => text,
  Report: ([, { issue }]) =>
    issue === null
      ? 'inferred'
      : html`<a href="https://github.com/VivaPayments/API/issues/${issue}" rel="noreferrer">#${issue}</a>`,
  Switch: ([name]) => {
    const text = faults.some(({ kind }) => kind === name) ? 'Switch off' : 'Switch on';
    return actionButton(`/faults/${name}/switch`, text, { label: `${text}: ${name}` });
  },
})}
</section>`;
}
