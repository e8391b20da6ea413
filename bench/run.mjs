// npm run bench: measures every group in one run, prints the tables and writes docs/performance.md. See README.md.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { installComparisons } from './comparisons.mjs';
import { measureOrders } from './create-order.mjs';
import { measureExactJson } from './exact-json.mjs';
import { measureFootprint } from './footprint.mjs';
import { measureInbox } from './inbox.mjs';
import { measureMemory } from './memory.mjs';
import { report } from './report.mjs';
import { measureDeliveries } from './webhook.mjs';

const { values } = parseArgs({
  options: {
    group: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    scale: { type: 'string', default: '1' },
    print: { type: 'boolean', default: false },
  },
});
const size = { rounds: Number(values.rounds), scale: Number(values.scale) };

const GROUPS = {
  orders: measureOrders,
  deliveries: measureDeliveries,
  inbox: measureInbox,
  json: measureExactJson,
  footprint: measureFootprint,
  memory: measureMemory,
};

const comparisons = await installComparisons();
const results = {};
for (const [group, measure] of Object.entries(GROUPS)) {
  if (values.group === undefined || values.group === group) results[group] = await measure(size);
}
const text = report(results, { ...size, comparisons });
process.stdout.write(`${text}\n`);
// The document shows complete runs only.
if (values.group === undefined && !values.print)
  writeFileSync(new URL('../docs/performance.md', import.meta.url), text);
