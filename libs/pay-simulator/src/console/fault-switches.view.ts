import { html, type Html } from '../http/html.js';
import { REPORTED_FAULTS, type ReportedFaultFacts } from '../http/reported-faults.js';
import { actionButton, dataTable } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';

/** Renders a switch for each fault that was seen in production. A switched-on fault affects every request. */
export function faultSwitchesView({ faults }: ConsoleModel, action: (path: string) => string): Html {
  const isOn = (name: string): boolean => faults.some(({ kind }) => kind === name);
  return html`<section id="fault-switches" aria-labelledby="fault-switches-title">
<h2 id="fault-switches-title">Faults seen in production</h2>
${dataTable<readonly [string, ReportedFaultFacts]>(
  'Faults seen in production',
  [
    { name: 'What happens', cell: ([, { text }]) => text },
    {
      name: 'Report',
      cell: ([, { issue }]) =>
        issue === null
          ? 'inferred'
          : html`<a href="https://github.com/VivaPayments/API/issues/${issue}" rel="noreferrer">#${issue}</a>`,
    },
    {
      name: 'Switch',
      cell: ([name]) =>
        actionButton(action(`/faults/${name}/switch`), isOn(name) ? 'Switch off' : 'Switch on', {
          label: `${isOn(name) ? 'Switch off' : 'Switch on'}: ${name}`,
        }),
    },
  ],
  Object.entries(REPORTED_FAULTS),
)}
</section>`;
}
