// Builds the page of the failure codes, from the docstrings of `PayErrorCode` and of the types of a failure.
import { cell, table } from '../operation-docs/markdown.mjs';
import { constantsOf, membersOf } from './declarations.mjs';

const FILE = 'pay/src/core/operation/method-return.ts';
const TAGS = ['outcome', 'retryable', 'fix'];

const fields = (name) =>
  table(
    ['field', 'type', 'meaning'],
    membersOf(FILE, name).map((member) => [
      `\`${member.name}\``,
      cell(`\`${member.type}\``),
      cell(member.meaning),
    ]),
  );

export function errorsPage(header, problems) {
  const codes = constantsOf(FILE, 'PayErrorCode');
  for (const { name, tags } of codes)
    for (const tag of TAGS)
      if (tags[tag] === undefined) problems.push(`PayErrorCode.${name} has no @${tag} in its docstring.`);
  return [
    header,
    '# Errors',
    'Each method resolves to a `MethodReturn` and never throws. A failure has a `code` and `error.outcome`, which says whether the call may have taken effect. `unwrap(result)` throws a `PayError` with the same fields. See [Results and outcomes](../explanation/results-and-outcomes.md).',
    '## Codes',
    '*Outcome* and *retryable* are the members `error.outcome` and `error.retryable`.',
    table(
      ['code', 'meaning and next step', 'outcome', 'retryable'],
      codes.map(({ value, text, tags }) => [
        `\`${value}\``,
        `${cell(text)}<br>${cell(tags.fix ?? '')}`,
        cell(tags.outcome ?? ''),
        cell(tags.retryable ?? ''),
      ]),
    ),
    'The pages of the [operations](operations/index.md) list which codes an operation returns, and for which responses of the service.',
    '## Fields of a failure',
    fields('MethodFailure'),
    '## Fields of `error`',
    fields('PayErrorDetails'),
    '## Fields of `meta`',
    'A success has these fields too.',
    fields('CallMeta'),
    '',
  ].join('\n\n');
}
