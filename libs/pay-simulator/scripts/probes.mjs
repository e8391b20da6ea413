// Writes what `verify` sends to the service, from contract/probes, and reports claims and errors that the contract does not have.
import { recordOf } from '../../../scripts/collections.mjs';
import { claimsOf, operationsOf, PROBES } from '../../../scripts/contract/claims.mjs';
import { readContract, readYaml } from '../../../scripts/contract/read.mjs';
import { HEADER, report, writeGenerated } from '../../../scripts/generated.mjs';
import { parsed } from '../../../scripts/typescript.mjs';

const contract = readContract();
const claims = new Set(claimsOf(contract).map(({ id }) => id));
const operations = new Set(operationsOf(contract).map(({ key }) => key));

const classes = PROBES.filter((name) => name !== 'none');
const probes = recordOf(classes, (name) => [name, readYaml(`probes/${name}.yaml`)]);
for (const [id, steps] of Object.values(probes).flatMap(Object.entries))
  for (const { send, peek, expects, shows = '', checks = {}, each = {} } of steps) {
    const operation = send ?? peek;
    if (operation && !operations.has(operation))
      report(`contract/probes: ${id}: ${operation} is no operation`);
    const shown = [shows, ...Object.values(checks).map((check) => check.shows)].join(' ').split(' ');
    const named = shown
      .filter(Boolean)
      .map((claim) => claim.replace(/^(?=(path|query|body|response)\/)/, `${operation}/`));
    named.push(...Object.keys(each).map((field) => `${operation}/body/${field}`));
    if (expects) named.push(`${operation}/error/${expects}`);
    for (const claim of named)
      if (!claims.has(claim)) report(`contract/probes: ${id}: the contract has no claim ${claim}`);
  }

writeGenerated(
  'libs/pay-simulator/src/verify/probes.generated.ts',
  `${HEADER}import type { Probe } from './verify.types.js';

const STEPS = ${parsed(probes, 2)} as Readonly<Record<Probe['class'], Readonly<Record<string, Probe['steps']>>>>;

/** Probes of contract/probes, in the order in which they run. */
export const PROBES: readonly Probe[] = Object.entries(STEPS).flatMap(([name, probes]) =>
  Object.entries(probes).map(([id, steps]) => ({ id, class: name as Probe['class'], steps })),
);
`,
);
