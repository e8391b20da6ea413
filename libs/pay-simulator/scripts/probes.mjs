// Writes what `verify` sends to the service, from contract/probes, and reports claims and errors that the contract does not have.
import { claimsOf, operationsOf, PROBES } from '../../../scripts/contract/claims.mjs';
import { readContract, readYaml } from '../../../scripts/contract/read.mjs';
import { HEADER, read, report, writeGenerated } from '../../../scripts/generated.mjs';
import { json, parsed } from '../../../scripts/typescript.mjs';

const contract = readContract();
const claims = new Set(claimsOf(contract).map(({ id }) => id));
const operations = new Set(operationsOf(contract).map(({ key }) => key));

const probes = PROBES.filter((name) => name !== 'none').flatMap((name) =>
  Object.entries(readYaml(`probes/${name}.yaml`)).map(([id, steps]) => ({ id, class: name, steps })),
);
for (const { id, steps } of probes)
  for (const { send, peek, expects, shows = '', checks = {} } of steps) {
    const operation = send ?? peek;
    if (operation && !operations.has(operation))
      report(`contract/probes: ${id}: ${operation} is no operation`);
    const shown = [shows, ...Object.values(checks).map((check) => check.shows)].join(' ').split(' ');
    const named = shown
      .filter(Boolean)
      .map((claim) => claim.replace(/^(?=(path|query|body|response)\/)/, `${operation}/`));
    for (const claim of expects ? [...named, `${operation}/error/${expects}`] : named)
      if (!claims.has(claim)) report(`contract/probes: ${id}: the contract has no claim ${claim}`);
  }

const SIGNS = { characters: 'x', digits: '1' };
/** Requests with one wrong field. `"<51 characters>"` stands for a text of this length. */
const wrongFields = json(JSON.parse(read('contract/probes/wrong-fields.json'))).replace(
  /"<(\d+) (characters|digits)>"/g,
  (_, length, kind) => `'${SIGNS[kind]}'.repeat(${length})`,
);

writeGenerated(
  'libs/pay-simulator/src/verify/probes.generated.ts',
  `${HEADER}import type { Probe } from './verify.types.js';

/** Probes of contract/probes, in the order in which they run. */
export const PROBES = ${parsed(probes)} as readonly Probe[];

/** Requests that the contract calls invalid, by operation: the field that breaks its rule, and the body. */
export const WRONG_FIELDS: Readonly<
  Record<string, readonly { readonly field: string; readonly body: object }[]>
> = ${wrongFields};
`,
);
