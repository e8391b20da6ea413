// npm run generate: writes the wire facts of the library's operations, its coded values with their next steps, results, event types
// and payload types, from contract/.
import { operationsOf } from '../contract/claims.mjs';
import { readContract, readDocuments } from '../contract/read.mjs';
import { HEADER, writeGenerated } from '../generated.mjs';
import { writeFileModule } from '../file-modules.mjs';
import { codedValuesFile, nextStepsFile } from './coded-values.mjs';
import { methodsFile } from './methods.mjs';
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

const facts = { resultNames: [...results.keys()], classes };
const files = {
  'areas/methods.generated.ts': `\n${methodsFile(operations, facts)}`,
  'areas/operations.generated.ts': `\n${operationsFile(operations, facts)}`,
  'areas/coded-values.generated.ts': `\n${codedValuesFile(contract)}`,
  'areas/event-descriptions.generated.ts': `\n${nextStepsFile(contract)}`,
  'areas/results.generated.ts': `\n${resultsFile(results, constantNames)}`,
  ...webhookEventFiles(contract['webhook-events'], operations),
  'areas/options.generated.ts': `\n${optionsFile(classes, constantNames)}`,
};
for (const [name, text] of Object.entries(files)) writeGenerated(`libs/pay/src/${name}`, HEADER + text);
writeFileModule('libs/pay/src/cli', 'help.generated.ts');
