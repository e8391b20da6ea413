// Builds the page of an operation.
import { readContract } from '../contract/read.mjs';
import { EXAMPLES } from './entries.mjs';
import { parametersOf, returnOf } from '../declarations.mjs';
import { code, escaped, folded, linkCodes, section, table, withoutLinks } from './markdown.mjs';
import { optionsTable, resultTable } from './members.mjs';
import { failureCode, knownFrom, repetition, resolvedBy, signsInWith } from './words.mjs';

const areas = Object.values(readContract()).filter(({ operations = [] }) => operations.length > 0);

/** Links a failure code to its row on the page of the errors. */
const linkFailure = (name) => `[${code(name)}](../../errors.md#${name})`;

/** Builds the section with the coded values that the page of an operation mentions. */
function codedValues({ described: { area } }, body) {
  // A list can be defined in another area. The operation's own area comes last, so its list wins.
  const known = Object.assign({}, ...areas.map(({ enums }) => enums), area?.enums);
  const constants = Object.assign({}, ...areas.map(({ names }) => names), area?.names);
  const mentioned = new Set([...body.matchAll(/\[(\w+)\]\(#coded-values\)/g)].map(([, name]) => name));
  const lists = [...mentioned].sort().flatMap((list) => {
    const names = constants[list];
    const rows = Object.entries(known[list] ?? {}).map(([value, meaning]) =>
      [code(value), names && code(names[value]), meaning].filter(Boolean),
    );
    return rows.length > 0 ? folded(list, rows, names ? ['code', 'name', 'means'] : ['code', 'means']) : [];
  });
  return section('Coded values', lists.join('\n\n'));
}

/** Returns the call, for example `pay.payments.createOrder(options)`. Omitted arguments at its end are left out. */
function callOf({ clients, id, node }) {
  const names = parametersOf(node).map(({ name, isOmitted }) => (isOmitted ? 'undefined' : name));
  const callArguments = names.join(', ').replace(/(, )?undefined$/, '');
  return `${clients.length === 0 ? '' : 'pay.'}${id.replace(/:\w+$/, '')}(${callArguments})`;
}

const SOURCES = 3;

function responseLine({ kind, text }) {
  if (kind === 'iterator') return `an async iterator of ${code(text)}; throws a \`PayError\``;
  return kind === 'result' && text === 'null' ? 'success without a payload (`data: null`)' : code(text);
}

/** Returns the table of facts. Those that an operation lacks are left out. */
function facts(entry) {
  const { clients, row, declaration, node, madeOf } = entry;
  const response = returnOf(node);
  const isCall = row !== undefined && row.http !== null && declaration !== undefined;
  const called = isCall ? declaration : madeOf?.declaration;
  const lines = {
    call: code(callOf(entry)),
    clients: clients.length === 0 ? 'none: a function' : clients.map(code).join(', '),
    request: isCall && `${code(`${row.http} ${row.path}`)} on the ${code(row.host)} host`,
    requests: !isCall && madeOf && `those of [${madeOf.id}](${madeOf.slug}.md)`,
    authentication: called && signsInWith(called),
    'safe to repeat': called && repetition(called.retry),
    'outcome lookup': isCall && resolvedBy(declaration),
    result: responseLine(response),
    'own failure codes': response.codes.map(linkFailure).join(', '),
    'events that follow': row?.emits.join('; '),
    source: row && knownFrom(row.confidence),
  };
  const rows = Object.entries(lines).filter(([, value]) => value);
  return table(
    ['', ''],
    rows.map(([name, value]) => [`**${name}**`, value]),
  );
}

/** Lists the errors of the service. Errors without an HTTP status are left out. A column says how they are known, if that differs. */
function errorsTable({ row, declaration }) {
  if (declaration === undefined) return '';
  const errors = row.errors.filter(({ when, status }) => when !== '' && status !== null);
  const hasSource = errors.some(({ confidence }) => confidence !== row.confidence);
  const rows = errors.map((error) => [
    failureCode(declaration, error) && linkFailure(failureCode(declaration, error)),
    [`HTTP ${error.status}`, error.code].filter(Boolean).join(', '),
    linkCodes(error.when),
    ...(hasSource ? [error.confidence.replace('(', ' (')] : []),
  ]);
  const head = ['`code`', 'from the service', 'when', ...(hasSource ? ['source'] : [])];
  return section('Errors', rows.length === 0 ? '' : table(head, rows));
}

/** Returns the links to the file of the example and to the first sources. */
function links({ row, doc, example }) {
  const texts = [...(doc.tags.see ?? []), ...(row?.source ?? [])];
  const pages = [...new Set(texts.flatMap((text) => text.match(/https:\/\/[^\s,)]+/g) ?? []))];
  const shown = pages.slice(0, SOURCES).map((page) => `<${page}>`);
  const file = `[Example](../../../${EXAMPLES.replace('docs/', '')}/${example})`;
  return [file, shown.length > 0 && `Source: ${shown.join(' · ')}`].filter(Boolean).join(' · ');
}

const paragraphs = ({
  doc: {
    text,
    tags: { deprecated: [deprecated] = [], param = [], returns: [returns] = [], throws: [throws] = [] },
  },
}) =>
  [
    deprecated && `> Deprecated${/^by /.test(deprecated) ? '' : ':'} ${deprecated}`,
    text,
    param.map((one) => one.replace(/^(\S+) ?/, '- `$1`: ')).join('\n'),
    returns && `Returns: ${returns}`,
    throws && `Throws: ${throws}`,
  ]
    .filter(Boolean)
    .map(withoutLinks)
    .join('\n\n');

/** Builds the page of an operation. `area` has the title and the notes of its area's page. */
export function operationPage(entry, area) {
  const { title, row, shown } = entry;
  const notes = (row?.shown ?? []).map((note) => `- ${escaped(note)}`);
  const body = [
    paragraphs(entry),
    `\`\`\`ts\n${shown}\n\`\`\``,
    facts(entry),
    optionsTable(entry),
    resultTable(entry),
    errorsTable(entry),
    section('Notes', notes.join('\n')),
  ];
  return [
    `# ${title}`,
    `[All operations](../index.md) › [${area.title}](index.md)${area.notes.length > 0 ? ' · [Notes](index.md#notes)' : ''} · [Errors](../../errors.md)`,
    ...body,
    codedValues(entry, body.join('\n')),
    links(entry),
  ];
}
