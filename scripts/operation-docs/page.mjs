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
      [code(value), names && code(names[value]), cell(meaning)].filter(Boolean),
    );
    return rows.length > 0 ? folded(list, rows, names ? ['code', 'name', 'means'] : ['code', 'means']) : [];
  });
  return section('Coded values', lists.join('\n\n'));
}

/** Returns the call, for example `pay.payments.createOrder(options)`. Omitted arguments at its end are left out. */
function callOf({ clients, id, signature }) {
  const names = signature.parameters
    .filter(({ name }) => name !== 'call')
    .map((parameter) => (isNever(parameter) ? 'undefined' : parameter.name));
  const given = names.join(', ').replace(/(, )?undefined$/, '');
  return `${clients.length === 0 ? '' : 'pay.'}${id.replace(/:\w+$/, '')}(${given})`;
}

/** Finds the contract's field of a member of a request or a response. */
const bare = (name) => name.replace(/^(items)?\[\]\.?/, '');
function lookup(fields = []) {
  const byName = new Map(fields.map((field) => [bare(field.name), field]));
  return (name) => byName.get(bare(name));
}

const SOURCES = 3;

/** Describes a member. Says so if it is only inferred, or its unit is inferred or unknown. */
function meaning({ doc }, known = {}) {
  const { meaning: text = '', confidence, unit, unitConfidence } = known;
  // The docstring of an option also has its limits, which are in another column.
  const shown = text !== '' && doc.startsWith(text) ? text : doc || text;
  const isUnitInferred = unit !== 'unknown' && unitConfidence === 'inferred';
  const mark = confidence === 'inferred' ? '*(inferred)*' : isUnitInferred && '*(unit inferred)*';
  return [shown, mark, unit === 'unknown' && '*(unit unknown)*'].filter(Boolean).join(' ');
}

/** Sorts required members first, then in the contract's order. Members stay with their object. */
function inOrder(rows, fields) {
  const root = ({ name }) => name.split(/[.[]/)[0];
  const required = rows.filter((row) => row.required).map(({ name }) => name);
  const isOptional = (row) => Number(!required.includes(root(row)));
  const place = (row) => fields.findIndex((field) => root(field) === root(row));
  return rows.toSorted((a, b) => isOptional(a) - isOptional(b) || place(a) - place(b));
}

function optionsTable({ signature, described: { pathParams = [], query = [], body = [] } }) {
  const fields = [...pathParams, ...query, ...body];
  const find = lookup(fields);
  const all = argumentsOf(signature);
  // With two objects, members are prefixed with the argument's name.
  const objects = new Set(all.map(({ argument }) => argument).filter((name) => name !== null));
  const isOneObject = objects.size < 2;
  const rows = (isOneObject ? inOrder(all, fields) : all).map((field) => {
    const known = find(field.name);
    return [
      code(isOneObject || field.argument === null ? field.name : `${field.argument}.${field.name}`),
      cell(code(field.type)),
      field.required ? 'yes' : '',
      cell(linkCodes(meaning(field, known))),
      cell(linkCodes(known === undefined ? '' : limitsOf(known))),
    ];
  });
  const head = ['name', 'type', 'required', 'description', 'limits and units'];
  return section(rows.length === 1 ? 'Argument' : 'Arguments and options', memberTables(rows, head));
}

function responseTable({ signature, described }) {
  const response = responseOf(signature);
  const find = lookup(described.response?.fields);
  const rows = fieldsOf(response.type).map((field) => {
    const known = find(field.name);
    const type = `${code(field.type)}${field.required ? '' : ', optional'}`;
    return [code(field.name), cell(type), cell(linkCodes(meaning(field, known)))];
  });
  return section(`Fields of ${responseName(response)}`, memberTables(rows, ['field', 'type', 'description']));
}

const responseName = ({ kind, text, type }) =>
  kind === 'iterator' ? `each ${code(text)}` : isList(type) ? `each of ${code(text)}` : code(text);

function responseLine({ kind, text }) {
  if (kind === 'iterator') return `an async iterator of ${code(text)}; throws a \`PayError\``;
  return kind === 'result' && text === 'null' ? 'success without a payload (`data: null`)' : code(text);
}

/** Returns the table of facts. Those that an operation lacks are left out. */
function facts(entry) {
  const { clients, row, declaration, signature, madeOf } = entry;
  const response = responseOf(signature);
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
    rows.map(([name, value]) => [`**${name}**`, cell(value)]),
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
    cell(linkCodes(error.when)),
    ...(hasSource ? [error.confidence.replace('(', ' (')] : []),
  ]);
  const head = ['`code`', 'from the service', 'when', ...(hasSource ? ['source'] : [])];
  return section('Errors', rows.length === 0 ? '' : table(head, rows));
}

/** Returns the links to the file of the example and to the first sources. */
function links({ row, doc, example }) {
  const texts = [...doc.see, ...(row?.source ?? [])];
  const pages = [...new Set(texts.flatMap((text) => text.match(/https:\/\/[^\s,)]+/g) ?? []))];
  const shown = pages.slice(0, SOURCES).map((page) => `<${page}>`);
  const file = `[Example](../../../${EXAMPLES.replace('docs/', '')}/${example})`;
  return [file, shown.length > 0 && `Source: ${shown.join(' · ')}`].filter(Boolean).join(' · ');
}

const paragraphs = ({ doc: { text, deprecated, params, returns, throws } }) =>
  [
    deprecated && `> Deprecated${/^by /.test(deprecated) ? '' : ':'} ${deprecated}`,
    text,
    params.map((param) => param.replace(/^(\S+) ?/, '- `$1`: ')).join('\n'),
    returns && `Returns: ${returns}`,
    throws && `Throws: ${throws}`,
  ]
    .filter(Boolean)
    .map(withoutLinks)
    .join('\n\n');

/** Builds the page of an operation. `area` has the title of its area's page, and whether that page has notes. */
export function operationPage(entry, area) {
  const { title, row, shown } = entry;
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
    links(entry),
  ];
}
