import { html, type Html } from '../http/html.js';
import { faultWarning } from '../http/fault-rule.js';
import { isReportedFault, REPORTED_FAULTS } from '../http/reported-faults.js';
import type { PendingFault } from '../http/faults.js';
import { ROUTES } from '../operations/routes.generated.js';
import { CONSOLE_PATH } from './console-address.js';
import { actionButton, selectField } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';

const KINDS = [
  ['status', 'Return an HTTP status'],
  ['edge-403', 'Refuse with the web page of a firewall (403)'],
  ['reset-before', 'Close the connection before executing'],
  ['executed-but-lost', 'Execute the request, then close the connection'],
  ['delay', 'Execute the request and delay the response'],
  ['truncate', 'Send half of the response'],
  ['empty', 'Send no response body'],
  ['success-false', 'Return 200 with Success false'],
] as const;
const OPERATIONS = [...new Set(ROUTES.map(({ id }) => id))].sort();

/** Renders the active faults and the form to inject a fault. A field that a kind does not use is hidden. */
export function faultsView({ faults }: ConsoleModel): Html {
  return html`<section id="faults" aria-labelledby="faults-title">
<h2 id="faults-title">Inject a fault</h2>
<form method="post" class="tools" action="${CONSOLE_PATH}/faults">
<label>Operation<input name="operation" value="payments.createOrder" list="operations" required autocomplete="off"></label>
${selectField('What happens', 'kind', KINDS)}
<label>Requests<input type="number" name="times" value="1" min="1" required></label>
<label class="for-status">Status<input type="number" name="status" value="503" min="200" max="599"></label>
<label class="for-delay">Delay, ms<input type="number" name="ms" value="3000" min="0"></label>
<button>Inject</button>
</form>
<datalist id="operations"><option value="*"></option>${OPERATIONS.map((id) => html`<option value="${id}"></option>`)}</datalist>
<div id="active-faults" data-live><h3>Active faults <small>${faults.length}</small></h3>
${
  faults.length === 0
    ? html`<p class="empty">No active faults. The simulator responds to every request as the service would.</p>`
    : html`<ul class="switches">${faults.map(faultItem)}</ul>${actionButton('/faults/clear', 'Clear all')}`
}</div>
</section>`;
}

function faultItem(fault: PendingFault): Html {
  const { faultId, operation, remaining } = fault;
  const left = remaining === 'always' ? 'every request' : `${remaining} more`;
  const warning = faultWarning(fault);
  return html`
<li><p>${faultText(fault)}<span class="meaning"><span class="code">${operation}</span> · ${left}${warning === null ? '' : ` · ${warning}`}</span></p>${actionButton(`/faults/${faultId}/remove`, 'Remove', { label: `Remove the fault for ${operation}` })}</li>`;
}

function faultText(fault: PendingFault): string {
  if (isReportedFault(fault.kind)) return REPORTED_FAULTS[fault.kind].text;
  const text = KINDS.find(([kind]) => kind === fault.kind)?.[1] ?? fault.kind;
  if (fault.kind === 'status') return `${text}: ${fault.status}`;
  return fault.kind === 'delay' ? `${text}: ${fault.ms === 'never' ? 'never' : `${fault.ms} ms`}` : text;
}
