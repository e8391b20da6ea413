// Builds the page of an operation.
import { limitsOf } from '../contract/limits.mjs';
import { readContract } from '../contract/read.mjs';
import { argumentsOf, responseOf, fieldsOf, isList, isNever } from './fields.mjs';
import { EXAMPLES } from './entries.mjs';
import { cell, code, folded, memberTables, section, table, withoutLinks } from './markdown.mjs';
import { failureCode, knownFrom, repetition, resolvedBy, signsInWith } from './words.mjs';

/** Turns references to coded values into links. */
const linkCodes = (text) => text.replace(/\benums\.(\w+)/gi, '[$1](#coded-values)');

const areas = Object.values(readContract()).filter(({ operations = [] }) => operations.length > 0);

/** Builds the section with the coded values that the page of an operation mentions. */
function codedValues({ row, madeOf }, body) {
  // A list can be defined in another area. The operation's own area comes last, so its list wins.
  const { area = {} } = row ?? madeOf?.row ?? {};
  const known = Object.assign({}, ...areas.map(({ enums }) => enums), area.enums);
  const constants = Object.assign({}, ...areas.map(({ names }) => names), area.names);
  const names = new Set([...body.matchAll(/\[(\w+)\]\(#coded-values\)/g)].map(([, name]) => name));
  const lists = [...names]
    .sort()
    .filter((name) => known[name] !== undefined)
    .map((name) => {
      const constantOf = constants[name];
      const rows = Object.entries(known[name]).map(([value, meaning]) => [
        code(value),
        ...(constantOf ? [code(constantOf[value])] : []),
        cell(meaning),
      ]);
      return folded(name, rows, ['code', ...(constantOf ? ['name'] : []), 'means']);
    });
  return section('Coded values', lists.join('\n\n'));
}

/** Returns the arguments of a call. An argument that an overload omits is `undefined`, or left out at the end. */
function namesOf(signature) {
  const names = signature.parameters
    .filter(({ name }) => name !== 'call')
    .map((parameter) => (isNever(parameter) ? 'undefined' : parameter.name));
  while (names.at(-1) === 'undefined') names.pop();
  return names;
}

/** Returns the call, for example `pay.payments.createOrder(options)`. */
function callOf({ clients, id, signature }) {
  const names = namesOf(signature);
  const owner = clients.length === 0 ? '' : 'pay.';
  return `${owner}${id.replace(/:\w+$/, '')}(${names.join(', ')})`;
}

/** Finds the contract's field of a member of a request or a response. */
const bare = (name) => name.replace(/^(items)?\[\]\.?/, '');
function lookup(fields = []) {
  const byName = new Map(fields.map((field) => [bare(field.name), field]));
  return (name) => byName.get(bare(name));
}

const SOURCES = 3;
const MONEY = /(amount|fee|balance|available|overdraft|commission|price)$/i;

/** Describes a member. For amounts without a documented unit, it says so. */
function meaning({ name, type, doc }, known, ...more) {
  // The docstring of an option also has its limits, which are in another column.
  const text =
    known?.meaning !== undefined && doc.startsWith(known.meaning)
      ? known.meaning
      : doc || (known?.meaning ?? '');
  const isMoney = MONEY.test(name) && /\bnumber\b/.test(type);
  const isStated = /\b(minor|major|unit)\b/i.test([text, ...more].join(' '));
  return isMoney && !isStated ? [text, 'unit not documented'].filter(Boolean).join('; ') : text;
}

/** Marks a field that is only inferred, or whose unit is. */
function marked(text, known) {
  if (/\binferred\b/.test(text)) return text;
  const unit = known?.unit === 'unknown' ? undefined : known?.unitConfidence;
  const mark =
    known?.confidence === 'inferred' ? '*(inferred)*' : unit === 'inferred' ? '*(unit inferred)*' : '';
  return [text, mark].filter(Boolean).join(' ');
}

/** Sorts required members first, then in the contract's order. Members stay with their object. */
function inOrder(rows, fields) {
  const root = (name) => name.split(/[.[]/)[0];
  const place = new Map([...fields].reverse().map(({ name }, index) => [root(name), fields.length - index]));
  const required = new Set(rows.filter((row) => row.required).map(({ name }) => name));
  const rank = ({ name }) => [required.has(root(name)) ? 0 : 1, place.get(root(name)) ?? 0];
  return rows.toSorted((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1]);
}

function optionsTable({ signature, row, madeOf }) {
  row ??= madeOf?.row;
  const fields = [...(row?.pathParams ?? []), ...(row?.query ?? []), ...(row?.body ?? [])];
  const find = lookup(fields);
  const all = argumentsOf(signature);
  // With two objects, members are prefixed with the argument's name.
  const objects = new Set(all.map(({ argument }) => argument).filter((name) => name !== null));
  const isOneObject = objects.size < 2;
  const fieldsInOrder = isOneObject ? inOrder(all, fields) : all;
  const rows = fieldsInOrder.map((field) => {
    const known = find(field.name);
    const bounds = known === undefined ? '' : limitsOf(known);
    return [
      `\`${isOneObject || field.argument === null ? field.name : `${field.argument}.${field.name}`}\``,
      cell(`\`${field.type}\``),
      field.required ? 'yes' : '',
      cell(linkCodes(marked(meaning(field, known, bounds), known))),
      cell(linkCodes(bounds)),
    ];
  });
  const head = ['name', 'type', 'required', 'description', 'limits and units'];
  return section(rows.length === 1 ? 'Argument' : 'Arguments and options', memberTables(rows, head));
}

function responseTable({ signature, row, madeOf }) {
  const response = responseOf(signature);
  const find = lookup((row ?? madeOf?.row)?.response.fields);
  const rows = fieldsOf(response.type).map((field) => {
    const known = find(field.name);
    return [
      `\`${field.name}\``,
      cell(`\`${field.type}\`${field.required ? '' : ', optional'}`),
      cell(linkCodes(marked(meaning(field, known), known))),
    ];
  });
  return section(`Fields of ${responseName(response)}`, memberTables(rows, ['field', 'type', 'description']));
}

const responseName = ({ kind, text, type }) =>
  kind === 'iterator' ? `each \`${text}\`` : isList(type) ? `each of \`${text}\`` : `\`${text}\``;

function responseLine(response) {
  if (response.kind === 'iterator') return `an async iterator of \`${response.text}\`; throws a \`PayError\``;
  if (response.kind !== 'result') return `\`${response.text}\``;
  return response.text === 'null' ? 'success without a payload (`data: null`)' : `\`${response.text}\``;
}

function facts(entry) {
  const { clients, row, declaration, signature, madeOf } = entry;
  const response = responseOf(signature);
  const isCall = row !== undefined && row.http !== null && declaration !== undefined;
  const lines = [
    ['call', `\`${callOf(entry)}\``],
    ['clients', clients.length === 0 ? 'none: a function' : clients.map((name) => `\`${name}\``).join(', ')],
    ...(isCall
      ? [
          ['request', `\`${row.http} ${row.path}\` on the \`${row.host}\` host`],
          ['authentication', signsInWith(declaration)],
          ['safe to repeat', repetition(declaration.retry)],
          ...(resolvedBy(declaration) === undefined ? [] : [['outcome lookup', resolvedBy(declaration)]]),
        ]
      : madeOf === undefined
        ? []
        : [
            ['requests', `those of [${madeOf.id}](${madeOf.slug}.md)`],
            ['authentication', signsInWith(madeOf.declaration)],
            ['safe to repeat', repetition(madeOf.declaration.retry)],
          ]),
    ['result', responseLine(response)],
    ...(response.codes.length > 0
      ? [['own failure codes', response.codes.map((code) => `\`${code}\``).join(', ')]]
      : []),
    ...(row?.emits.length > 0 ? [['events that follow', row.emits.join('; ')]] : []),
    ...(row === undefined ? [] : [['source', knownFrom(row.confidence)]]),
  ];
  return table(
    ['', ''],
    lines.map(([name, value]) => [`**${name}**`, cell(value)]),
  );
}

/** Lists the errors of the service. Errors without an HTTP status are left out. A column says how they are known, if that differs. */
function errorsTable({ row, declaration }) {
  if (declaration === undefined) return '';
  const errors = row.errors.filter(({ when, status }) => when !== '' && status !== null);
  const hasSource = errors.some(({ confidence }) => confidence !== row.confidence);
  const rows = errors.map((error) => {
    const code = failureCode(declaration, error);
    return [
      code === '' ? '' : `\`${code}\``,
      [`HTTP ${error.status}`, error.code ?? ''].filter((part) => part !== '').join(', '),
      cell(linkCodes(error.when)),
      ...(hasSource ? [error.confidence.replace('(', ' (')] : []),
    ];
  });
  const head = ['`code`', 'from the service', 'when', ...(hasSource ? ['source'] : [])];
  return section('Errors', rows.length === 0 ? '' : table(head, rows));
}

function sources({ row, doc }) {
  const links = [
    ...new Set(
      [...doc.see, ...(row?.source ?? [])].flatMap((text) => text.match(/https:\/\/[^\s,)]+/g) ?? []),
    ),
  ];
  return links.length === 0
    ? ''
    : `Source: ${links
        .slice(0, SOURCES)
        .map((link) => `<${link}>`)
        .join(' · ')}`;
}

const paragraphs = ({ doc: { text, deprecated, params, returns, throws } }) =>
  [
    deprecated === undefined ? '' : `> Deprecated${/^by /.test(deprecated) ? '' : ':'} ${deprecated}`,
    text,
    params.map((param) => `- \`${param.split(' ')[0]}\`: ${param.split(' ').slice(1).join(' ')}`).join('\n'),
    returns === undefined ? '' : `Returns: ${returns}`,
    throws === undefined ? '' : `Throws: ${throws}`,
  ]
    .map(withoutLinks)
    .filter((part) => part !== '')
    .join('\n\n');

/** Builds the page of an operation. `area` has the title of its area's page, and whether that page has notes. */
export function operationPage(entry, area) {
  const { title, row, example, shown } = entry;
  const notes = (row?.shown ?? []).map((note) => `- ${cell(note)}`);
  const body = [
    paragraphs(entry),
    `\`\`\`ts\n${shown}\n\`\`\``,
    facts(entry),
    optionsTable(entry),
    responseTable(entry),
    errorsTable(entry),
    section('Notes', notes.join('\n')),
  ];
  return [
    `# ${title}`,
    `[All operations](../index.md) › [${area.title}](index.md)${area.hasNotes ? ' · [Notes](index.md#notes)' : ''} · [Errors](../../errors.md)`,
    ...body,
    codedValues(entry, body.join('\n')),
    [`[Example](../../../${EXAMPLES.replace('docs/', '')}/${example})`, sources(entry)]
      .filter(Boolean)
      .join(' · '),
  ];
}
