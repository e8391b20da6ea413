// Writes the library's classes of options, with the decorators of class-validator.
import * as classValidator from 'class-validator';
import { range } from '../contract/limits.mjs';
import { typesOf } from '../contract/read.mjs';
import { docstring, literal, TYPES } from '../typescript.mjs';
import { joined, listOf } from '../collections.mjs';
import { classOf, kindOf } from './option-classes.mjs';
import { RULES } from './option-kinds.mjs';

/** Adds class-validator's options to a decorator. */
const withOptions = (call, options) => {
  if (options.length === 0) return call;
  const [, name, rest] = /^(\w+)\((.*)\)$/s.exec(call);
  return `${name}(${joined([rest, `{ ${options.join(', ')} }`], ', ')})`;
};

/** Keywords that no decorator checks. */
const UNCHECKED = ['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const limit = (decorator, value) => (value === undefined ? [] : [`${decorator}(${value})`]);

/** Returns the decorators of a value's keywords, without class-validator's options. */
function keywordChecks(name, schema) {
  const { minLength, maxLength, minimum, maximum } = schema;
  const unknown = UNCHECKED.find((keyword) => schema[keyword] !== undefined);
  if (unknown !== undefined) throw new Error(`contract/: ${name} has ${unknown}, which needs an x-kind.`);
  // A list of coded values can grow: its only value is no limit.
  if (schema.const !== undefined && schema['x-codes'] === undefined)
    return [`Equals(${literal(schema.const)})`];
  if (schema.enum !== undefined) return [`IsIn([${schema.enum.map(literal).join(', ')}])`];
  if (typesOf(schema)[0] === 'integer' && schema['x-unit'] === 'minor') {
    const low = minimum !== 0 && `min: ${minimum ?? -Infinity}`;
    return [withOptions('IsMinorUnits()', [low, maximum !== undefined && `max: ${maximum}`].filter(Boolean))];
  }
  const range = [...limit('Min', minimum), ...limit('Max', maximum)];
  const length =
    minLength !== undefined && maxLength !== undefined
      ? [`Length(${minLength}, ${maxLength})`]
      : [
          ...(minLength === 1 ? ['IsNotEmpty()'] : limit('MinLength', minLength)),
          ...limit('MaxLength', maxLength),
        ];
  const checks = {
    boolean: ['IsBoolean()'],
    object: ['IsObject()'],
    number: ['IsNumber()', ...range],
    integer: ['IsInt()', ...range],
  };
  return checks[typesOf(schema)[0]] ?? ['IsString()', ...length];
}

/** Returns the decorators that check a value, or each value of a list. `options` are class-validator's. */
function checksOf(name, schema, options, each = []) {
  const all = [...each, ...options];
  const kind = kindOf(schema);
  if (kind?.pattern !== undefined) {
    const subject = each.length > 0 ? `each of ${name}` : '$property';
    const message = `message: ${literal(`${subject} ${kind.problem}`)}`;
    return [withOptions(`Matches(${kind.pattern})`, [...all, message])];
  }
  const from = schema['x-not-before'];
  const checks = kind?.checks.map((call) => call.replace('(from)', `(${from ? literal(from) : ''})`));
  return (checks ?? keywordChecks(name, schema)).map((call) => withOptions(call, all));
}

/** Returns the type of an option. */
export function typeOf(schema) {
  const nested = classOf(schema);
  const orNull = typesOf(schema).includes('null') ? ' | null' : '';
  if (typesOf(schema).includes('array')) {
    const item = typeOf(schema.items);
    return `${/[ |]/.test(item) ? `(${item})` : item}[]${orNull}`;
  }
  const kind = kindOf(schema);
  const values = schema.const === undefined ? schema.enum : [schema.const];
  const own =
    nested ??
    kind?.type ??
    schema['x-codes'] ??
    values?.map(literal).join(' | ') ??
    TYPES[typesOf(schema)[0]] ??
    'Record<string, unknown>';
  return own + (own.includes('null') ? '' : orNull);
}

/** Returns the decorators of a member, and whether it is optional. */
export function rulesOf({ name, schema, isRequired = false, isInPath = false }) {
  const rules = schema['x-rules'] ?? [];
  const has = (mode) => rules.some((rule) => RULES[rule] === mode);
  const kind = schema.items === undefined ? kindOf(schema) : undefined;
  const isOptional =
    (!isRequired || has('presence') || kind?.isOptional === true) && kind?.isRequired !== true;
  if (isInPath || schema['x-deprecated'] !== undefined) return { isOptional, decorators: ['Allow()'] };
  const isSkipped = isOptional && !has('presence') && !has('always') && kind?.isOptional !== true;
  const callsOf = (isPresence) =>
    rules.filter((rule) => (RULES[rule] === 'presence') === isPresence).map((rule) => `${rule}()`);
  const checks = has('only') ? [] : valueChecks(name, schema, has('always') ? ['validateIf: isPresent'] : []);
  const decorators = [...callsOf(true), ...(isSkipped ? ['IsOptional()'] : []), ...checks, ...callsOf(false)];
  return { isOptional, decorators };
}

/** Returns the decorators that check an object of a class, a list or another value. */
function valueChecks(name, schema, options) {
  const { items, minItems, maxItems } = schema;
  if (classOf(schema) !== undefined) return [`IsNested(() => ${classOf(schema)})`];
  if (items === undefined) return checksOf(name, schema, options);
  if (classOf(items) !== undefined) return [`IsNestedList(() => ${classOf(items)})`];
  return [
    'IsArray()',
    ...(minItems === 1 ? ['ArrayNotEmpty()'] : limit('ArrayMinSize', minItems)),
    ...limit('ArrayMaxSize', maxItems),
    ...checksOf(name, items, options, ['each: true']),
  ];
}

const UNITS = { minor: 'in minor units', major: 'in MAJOR units' };

/** Returns the text about a member: its description, else that of its class, and its limits. Its default and its successor are apart. */
export function describe(schema, classes) {
  const description = schema.description ?? classes.get(classOf(schema.items ?? schema))?.about;
  const kind = kindOf(schema);
  const ranges = [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minimum, schema.maximum),
  ];
  const limits = [
    typesOf(schema).includes('string') ? undefined : UNITS[schema['x-unit']],
    ...(kind === undefined ? ranges : [range(kind.minimum)]),
    schema.maxItems !== undefined && `at most ${schema.maxItems} items`,
  ];
  const bounds = joined(limits, ', ');
  return {
    text: joined([description, bounds && `${bounds[0].toUpperCase()}${bounds.slice(1)}.`]),
    standard: schema.default == null ? schema['x-default'] : literal(schema.default),
    deprecated: schema['x-deprecated'],
  };
}

function docOf(schema, classes) {
  const { text, standard, deprecated } = describe(schema, classes);
  const tags = [deprecated && `@deprecated ${deprecated}`, standard !== undefined && `@default ${standard}`];
  return joined([text, ...tags]);
}

const WIDTH = 110;
function memberText(member, base, classes) {
  const doc = docOf(member.schema, classes);
  const { isOptional, decorators } = rulesOf(member);
  const inherited = base?.members.some(({ name }) => name === member.name) ? 'override ' : '';
  const declared = `${inherited}${member.name}${isOptional ? '?' : ''}: ${typeOf(member.schema)};`;
  const all = decorators.map((one) => `@${one}`);
  const line = [...all, declared].join(' ');
  const text = line.length + 2 <= WIDTH ? [line] : [...all, declared];
  return (doc === '' ? '' : docstring(doc, '  ')) + text.map((part) => `  ${part}\n`).join('');
}

const CLIENTS = { isv: "an ISV's ", marketplace: "a platform's " };
const calls = ({ operations }) => [
  ...new Set(operations.map(({ area, id }) => `${CLIENTS[area] ?? ''}\`${id.replace(/:\w+$/, '')}\``)),
];

function classText(one, classes) {
  const base = classes.get(one.extends);
  const about = one.about ?? `Options of ${calls(one).join(' and ')}.`;
  const start = `export class ${one.name}${base === undefined ? '' : ` extends ${base.name}`} {`;
  return `${docstring(about, '', ...listOf(one.see))}${start}\n${one.own.map((member) => memberText(member, base, classes)).join('')}}\n`;
}

/** Returns the text of `options.generated.ts`. */
export function optionsFile(classes, constants) {
  const text = [...classes.values()].map((one) => classText(one, classes)).join('\n');
  const decorators = [...new Set([...text.matchAll(/@(\w+)\(/g)].map(([, name]) => name))].sort();
  const ofClassValidator = decorators.filter((name) => name in classValidator);
  const rules = decorators.filter((name) => /^[a-z]/.test(name));
  const used = constants.filter((name) => new RegExp(String.raw`: ${name}\b`).test(text)).sort();
  return `import { ${ofClassValidator.join(', ')} } from 'class-validator';
import { IsCountryCode, IsCurrencyText, IsMinorUnits, IsNested, IsNestedList, IsNumericCurrency, IsReadableId, IsReceiverAddress, IsWebAddress, isPresent } from '../core/options/validators.js';
import type { ${used.join(', ')} } from './coded-values.generated.js';
import { ${rules.join(', ')} } from './named-rules.js';
import { IsDay, IsDayOrMoment, IsIban, IsInt64, IsMajorUnits, IsMobileNumber, IsReversalAmount, IsSourceCode } from './option-validators.js';
import type { OrderCodeInput } from './order-code.js';
import type { FiscalisationData } from './pos-transactions/pos-transactions.types.js';
import { IsRfPaymentCode } from './rf-code-payments/rf-code.js';
import type { WalletIdInput } from './wallet-id.js';

${text}`;
}
