// The methods that send one operation, as base classes of the areas.
import { groupBy, kebab } from '../collections.mjs';
import { importsOf } from '../typescript.mjs';
import { argumentsOf, kindOf, placesOf } from './option-classes.mjs';
import { dataOf, retryOf } from './operations.mjs';

const PREFIXES = { PayISV: 'isv-', Marketplace: 'marketplace-' };
/** What the class of an area extends if it is not `Area`. */
const BASES = {
  payments: 'OutcomeArea',
  transactions: 'SharedTransactions',
  'isv-payments': 'OutcomeArea',
  'isv-transactions': 'OutcomeArea',
  'marketplace-transactions': 'SharedTransactions',
};

/** Returns the area of an operation, as the name of its file. */
const areaOf = ({ clients: [client, ...others], row }) =>
  (others.length === 0 ? (PREFIXES[client] ?? '') : '') +
  kebab(row.id.replace(/\.\w+$/, '').replace('.', '-'));
const classOf = (area) => area.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());

/** Writes a list between a start and an end, on lines of its own if it is long. */
function listed(indent, start, list, end) {
  const line = `${indent}${start}${list.join(', ')}${end}\n`;
  if (line.length <= 111) return line;
  return `${indent}${start}\n${list.map((item) => `${indent}  ${item},\n`).join('')}${indent}${end}\n`;
}

function methodOf(operation, classes) {
  const { key, row } = operation;
  const { dto, query } = placesOf(row, classes);
  const names = argumentsOf(row.signature.replace(/\{.*\}/, 'options'));
  const path = row.pathParams.filter(({ name }) => names.includes(name));
  const pathTypes = new Map(path.map(({ name, schema }) => [name, kindOf(schema)?.type ?? 'string']));
  const parameters = names.map((name) => {
    const type = pathTypes.get(name) ?? (name === 'query' && query ? query : dto);
    return `${name}: ${type}${row.signature.includes(`${name}?`) ? ' = {}' : ''}`;
  });
  const sent = names.flatMap((name) => {
    if (pathTypes.has(name)) return [];
    return name === 'options' || (name === 'query' && query) ? [name] : [`options: ${name}`];
  });
  if (path.length > 0) sent.unshift(`path: { ${[...pathTypes.keys()].join(', ')} }`);
  const call = retryOf(row).isRequired
    ? 'call: CallOptions & { idempotencyKey: string }'
    : 'call?: CallOptions';
  const values = [`operations['${key}']`, sent.length > 0 ? `{ ${sent.join(', ')} }` : '{}', 'call'];
  return [
    `  /**\n${row.docstring.trim().replaceAll(/^/gm, '   * ').replaceAll(/ +$/gm, '')}\n   */\n`,
    listed(
      '  ',
      `${row.id.split('.').at(-1)}(`,
      [...parameters, call],
      `): Promise<MethodReturn<${dataOf(operation)}>> {`,
    ),
    listed('    ', 'return this.sender.send(', values, ');'),
    '  }\n',
  ].join('');
}

/** Returns the text of `methods.generated.ts`. */
export function methodsFile(operations, { resultNames, classes }) {
  const areas = groupBy(
    operations.filter(({ row }) => row.docstring !== undefined),
    areaOf,
  );
  const text = [...areas]
    .map(([area, own]) => {
      const methods = own.map((operation) => methodOf(operation, classes)).join('\n');
      return `/** Calls of ${area}. */
export abstract class ${classOf(area)}Methods extends ${BASES[area] ?? 'Area'} {
${methods}}
`;
    })
    .join('\n');
  const modules = {
    '../core/http/area.js': ['Area'],
    'type ../core/operation/method-return.js': ['MethodReturn'],
    'type ../core/options/call-options.js': ['CallOptions'],
    'type ./data-services/data-services.types.js': ['SearchResultPage'],
    './define-operation.js': ['operations'],
    'type ./isv-transactions/isv-transactions.types.js': ['IsvSaleTransactionRow'],
    'type ./options.generated.js': [...classes.keys()],
    'type ./order-code.js': ['OrderCodeInput'],
    './outcome-area.js': ['OutcomeArea'],
    'type ./results.generated.js': resultNames,
    './transactions/shared-transactions.js': ['SharedTransactions'],
    'type ./wallet-id.js': ['WalletIdInput'],
  };
  return `${importsOf(text, modules)}\n${text}`;
}
