// npm run generate: writes the wire facts of the library's operations, its coded values with their next steps, results, event types
// and payload types, from contract/.
import { operationsOf } from '../contract/claims.mjs';
import { readContract, readDocuments } from '../contract/read.mjs';
import { HEADER, writeGenerated } from '../generated.mjs';
import { docstring } from '../typescript.mjs';
import { writeFileModule } from '../file-modules.mjs';
import { methodsFile } from './methods.mjs';
import { nextStepsFile } from './next-steps.mjs';
import { operationsFile } from './operations.mjs';
import { readClasses } from './option-classes.mjs';
import { optionsFile } from './options.mjs';
import { readResults, resultsFile } from './results.mjs';
import { webhookEventFiles } from './webhook-events.mjs';

const contract = readContract();
// auth/ declares the token exchange itself, and the checkout is a page.
const operations = operationsOf(contract).filter(
  ({ clients, row }) => clients.length > 0 && row.host !== 'accounts' && row.id !== 'getSmartCheckout',
);

const documents = readDocuments();
const results = readResults(documents);
const classes = readClasses(documents);
const constantNames = Object.values(contract).flatMap((area) => Object.keys(area.constants ?? {}));

/** Writes a constant with its type, which allows other values unless the list is closed. */
function constantOf(name, { enum: list, about, see, isClosed = false, members = {} }, area) {
  const codes = Object.entries(area.names[list]);
  const areNumbers = codes.every(([code]) => /^(0|[1-9]\d*)$/.test(code));
  const lines = codes.map(
    ([code, member]) =>
      (members[member] === undefined ? '' : docstring(members[member], '  ')) +
      `  ${member}: ${areNumbers ? code : `'${code}'`},\n`,
  );
  const others = isClosed ? '' : ` | (${areNumbers ? 'number' : 'string'} & {})`;
  return `${docstring(about, '', see)}export const ${name} = {
${lines.join('')}} as const;
export type ${name} = (typeof ${name})[keyof typeof ${name}]${others};
`;
}

const constants = Object.values(contract).flatMap((area) =>
  Object.entries(area.constants ?? {}).map(([name, facts]) => constantOf(name, facts, area)),
);

const facts = { auth: contract.auth, resultNames: [...results.keys()], classes };
const files = {
  'areas/methods.generated.ts': `\n${methodsFile(operations, facts)}`,
  'areas/operations.generated.ts': `\n${operationsFile(operations, facts)}`,
  'areas/coded-values.generated.ts': `\n${constants.join('\n')}`,
  'areas/event-descriptions.generated.ts': `\n${nextStepsFile(contract)}`,
  'areas/results.generated.ts': `\n${resultsFile(results, constantNames)}`,
  ...webhookEventFiles(contract['webhook-events'], operations),
  'areas/options.generated.ts': `\n${optionsFile(classes, constantNames)}`,
};
for (const [name, text] of Object.entries(files)) writeGenerated(`libs/pay/src/${name}`, HEADER + text);
writeFileModule('libs/pay/src/cli', 'help.generated.ts');
