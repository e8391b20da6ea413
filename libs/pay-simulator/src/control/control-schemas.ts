import { EVENT_TYPES } from '../domain/contract.generated.js';
import type { Schema } from '../domain/json-schema.js';
import { SCHEMAS } from './responses.generated.js';

type Members = Readonly<Record<string, Schema>>;

/** A string. */
export const text = (description: string): Schema => ({ type: 'string', description });
/** A string with at least one character. */
export const id = (description: string): Schema => ({ type: 'string', minLength: 1, description });
export const flag = (description: string): Schema => ({ type: 'boolean', description });
export const whole = (description: string, minimum?: number, maximum?: number): Schema => ({
  type: 'integer',
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
  description,
});
/** An amount in minor units. */
export const amount = (description: string, minimum?: number): Schema => ({
  ...whole(`${description}, in minor units.`, minimum),
  'x-unit': 'minor',
});
export const milliseconds = (description: string): Schema => ({
  type: 'number',
  minimum: 0,
  description: `${description}, in milliseconds.`,
});
export const share = (description: string): Schema => ({
  type: 'number',
  minimum: 0,
  maximum: 1,
  description,
});
export const oneOf = (values: readonly (string | number)[], description: string): Schema => ({
  ...(values.every((value) => typeof value === 'string') ? { type: 'string' } : { type: 'integer' }),
  enum: values,
  description,
});
export const moment = (description: string): Schema => ({ type: 'string', format: 'date-time', description });
export const webAddress = (description: string): Schema => ({ type: 'string', format: 'uri', description });
export const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
export const listOf = (items: Schema, minItems?: number): Schema => ({
  type: 'array',
  items,
  ...(minItems !== undefined && { minItems }),
});
/** A reference to one of {@link SCHEMAS}, the named schemas of responses. */
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns the schema of a `$ref`. */
export function resolveSchema(reference: string): Schema {
  const schema = SCHEMAS[reference.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`the control API has no schema ${reference}`);
  return schema;
}

/** A request body: no other members are accepted. */
export const input = (properties: Members, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Members of a type that responses have, too. */
function membersOf(name: string): Members {
  return resolveSchema(ref(name).$ref).properties ?? {};
}

/** A test card. Missing members are those of a card that the issuer approves. */
export const CARD: Members = {
  number: id('Number of a test card. Default: a card that the issuer approves.'),
  expiry: id('`MM/YY` or `MM/YYYY`.'),
  cvc: text('Security code.'),
  holderName: id('Name on the card.'),
};

/** Details that an invited account enters. */
export const LEGAL_DETAILS = membersOf('LegalDetails');

/** Settings of a payment source. */
export const SOURCE: Members = {
  ...membersOf('PaymentSource'),
  code: id('Case-sensitive code. Each account has the code `Default`.'),
};

/** Permissions of an account. */
export const PERMISSIONS = membersOf('PermissionSwitches');

/** Settings of a terminal. */
export const TERMINAL: Members = {
  ...Object.fromEntries(Object.entries(membersOf('Terminal')).filter(([name]) => name !== 'session')),
  terminalId: id('ID of the terminal.'),
  statusId: whole('Status. Only a live terminal (1) receives requests.', 0, 7),
};

/** Behavior of customers and terminals. */
export const TERMINAL_SETTINGS = membersOf('TerminalBehavior');

/** Event type of a webhook. */
export const EVENT_TYPE_ID = whole(
  `Event type ID: ${Object.entries(EVENT_TYPES)
    .slice(0, 3)
    .map(([number, name]) => `${number} (${name})`)
    .join(', ')} and others.`,
);

/** A webhook to register. */
export const WEBHOOK_INPUT = input(
  {
    url: webAddress('Address of the receiver on this machine.'),
    eventTypeIds: listOf(EVENT_TYPE_ID, 1),
    active: flag('Whether the webhook gets events. Default: true.'),
    keyName: oneOf(
      ['Key', 'key'],
      'Member with the key in the verification response: `key` for a webhook of a shop plugin.',
    ),
  },
  ['url', 'eventTypeIds'],
);

const BANK_ACCOUNT = membersOf('PayoutBankAccount');

/** Automatic payouts of a seller. */
export const PAYOUTS: Members = {
  interval: oneOf([1, 2, 3], '1: daily, 2: weekly, 3: monthly.'),
  dayOfWeek: nullable(whole('Day of a weekly payout; Sunday is 1.', 1, 7)),
  dayOfMonth: nullable(whole('Day of a monthly payout.', 1, 31)),
  amountThreshold: nullable(amount('Minimum balance for a payout')),
  disable: nullable(flag('Whether payouts are off.')),
  statementDescriptor: nullable(text('Text on the bank statement.')),
  bankAccount: input(BANK_ACCOUNT, Object.keys(BANK_ACCOUNT)),
};
