// One page: an area's operations.
import { argumentsOf, answerOf, fieldsOf, isList } from './fields.mjs';
import { EXAMPLES } from './root.mjs';
import { cell, folded, table } from './markdown.mjs';
import { AUTH, CONFIDENCE, failureCode, repetition, userSentences } from './words.mjs';

/** `pay.payments.createOrder(options)`, or the function's call. */
export function callOf({ clients, id, signature }) {
  const names = signature.parameters.map(({ name }) => name).filter((name) => name !== 'call');
  const owner = clients.length === 0 ? '' : 'pay.';
  return `${owner}${id.replace(/:\w+$/, '')}(${names.join(', ')})`;
}

/** What the contract says of a member of a request or an answer. */
const bare = (name) => name.replace(/^(items)?\[\]\.?/, '');
function lookup(fields = []) {
  const byName = new Map(fields.map((field) => [bare(field.name), field]));
  return (name) => byName.get(bare(name));
}

const said = (...parts) => parts.filter((part) => part !== undefined && part !== '').join('; ');

function optionsTable({ signature, row }) {
  const find = lookup([...(row?.pathParams ?? []), ...(row?.query ?? []), ...(row?.body ?? [])]);
  const rows = argumentsOf(signature).map(({ name, type, required, doc }) => {
    const known = find(name);
    const bounds = known?.constraints ?? '';
    return [
      `\`${name}\``,
      cell(`\`${type}\``),
      required ? 'yes' : '',
      cell(doc || (known?.meaning ?? '')),
      doc.toLowerCase().includes(bounds.toLowerCase()) ? '' : cell(bounds),
    ];
  });
  const title = `${rows.length === 1 ? 'Argument' : 'Arguments'} and options`;
  return folded(title, rows, ['name', 'type', 'required', 'what it is', 'bounds and units']);
}

function answerTable({ signature, row }) {
  const answer = answerOf(signature);
  const find = lookup(row?.response.fields);
  const fields = fieldsOf(answer.type);
  const rows = fields.map(({ name, type, required, doc }) => [
    `\`${name}\``,
    cell(`\`${type}\``),
    cell(said(doc || find(name)?.meaning, required ? '' : 'may be missing')),
  ]);
  return folded(`Fields of ${answerName(answer)}`, rows, ['field', 'type', 'what it is']);
}

const answerName = ({ kind, text, type }) =>
  kind === 'iterator' ? `each \`${text}\`` : isList(type) ? `each of \`${text}\`` : `\`${text}\``;

function answerLine(answer) {
  if (answer.kind === 'iterator') return `an async iterator of \`${answer.text}\`; throws a \`PayError\``;
  if (answer.kind !== 'result') return `\`${answer.text}\``;
  return answer.text === 'null' ? 'success without a payload (`data: null`)' : `\`${answer.text}\``;
}

function facts({ clients, row, declaration, signature }) {
  const answer = answerOf(signature);
  const isCall = row !== undefined && row.http !== null && declaration !== undefined;
  const lines = [
    ['clients', clients.length === 0 ? 'none: a function' : clients.map((name) => `\`${name}\``).join(', ')],
    ...(isCall
      ? [
          ['request', `\`${row.http} ${row.path}\` on the \`${row.host}\` host`],
          ['signs in with', AUTH[row.auth]],
          ['may it be repeated?', repetition(declaration.retry)],
        ]
      : []),
    ['answers', answerLine(answer)],
    ...(answer.codes.length > 0
      ? [['failure codes of its own', answer.codes.map((code) => `\`${code}\``).join(', ')]]
      : []),
    ...(row?.emits.length > 0 ? [['events that follow', row.emits.join('; ')]] : []),
    ...(row === undefined ? [] : [['how sure', CONFIDENCE[row.confidence]]]),
  ];
  return table(
    ['', ''],
    lines.map(([name, value]) => [`**${name}**`, cell(value)]),
  );
}

function errorsTable({ row, declaration }) {
  const rows = (row?.errors ?? [])
    .filter(({ when }) => when !== '')
    .map((error) => {
      const code = failureCode(declaration, error);
      const service = [error.status === null ? '' : `HTTP ${error.status}`, error.code ?? ''];
      return [
        code === '' ? '' : `\`${code}\``,
        service.filter((part) => part !== '').join(', '),
        cell(userSentences(error.when) || error.when),
      ];
    });
  return folded('Refusals', rows, ['`code`', 'from the service', 'when']);
}

function sources({ row, doc }) {
  const links = [
    ...new Set(
      [...doc.see, ...(row?.source ?? [])].flatMap((text) => text.match(/https:\/\/[^\s,)]+/g) ?? []),
    ),
  ];
  return links.length === 0 ? '' : `Source: ${links.map((link) => `<${link}>`).join(' · ')}`;
}

const paragraphs = ({ doc: { text, deprecated, params, throws } }) =>
  [
    deprecated === undefined ? '' : `> Deprecated ${deprecated.replace(/^by /, 'by ')}`,
    text,
    params.map((param) => `- \`${param.split(' ')[0]}\`: ${param.split(' ').slice(1).join(' ')}`).join('\n'),
    throws === undefined ? '' : `Throws ${throws}`,
  ]
    .map((part) => part.replace(/\{@link (\w+)\}/g, '`$1`'))
    .filter((part) => part !== '')
    .join('\n\n');

/** The part of a page that is an operation's. */
export function operationSection(entry) {
  const { id, example, shown, row } = entry;
  const notes = row === undefined ? '' : userSentences(row.notes);
  return [
    `## ${id}`,
    `\`${callOf(entry)}\``,
    paragraphs(entry),
    facts(entry),
    `\`\`\`ts\n${shown}\n\`\`\``,
    optionsTable(entry),
    answerTable(entry),
    errorsTable(entry),
    notes === '' ? '' : `**Mind.** ${cell(notes)}`,
    [`[Example](../${EXAMPLES.replace('docs/', '')}/${example})`, sources(entry)].filter(Boolean).join(' · '),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
