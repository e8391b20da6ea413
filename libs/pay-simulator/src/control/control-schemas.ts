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
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** A request body: no other members are accepted. */
export const input = (properties: Members, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Details that an invited account enters. */
export const LEGAL_DETAILS: Members = {
  legalName: text('Legal name.'),
  email: text('E-mail address.'),
  taxNumber: nullable(text('Tax number.')),
  vatNumber: nullable(text('VAT number.')),
  registrationNumber: nullable(text('Registration number.')),
};

/** Settings of a payment source. */
export const SOURCE: Members = {
  code: id('Case-sensitive code. Each account has the code `Default`.'),
  name: text('Name of the source.'),
  successUrl: webAddress('Address that customers return to after a payment.'),
  failureUrl: webAddress('Address that customers return to after a failure.'),
  cancelButton: flag('Whether the checkout page has a button that cancels the order.'),
  language: text('Language of the checkout page for orders without a language.'),
  active: flag('Whether the source accepts orders.'),
  transactionParameter: text('Query parameter with the transaction ID. Empty: none.'),
  orderParameter: text('Query parameter with the order code.'),
  cancelParameter: text('Query parameter that is 1 after the cancel button.'),
};

/** Permissions of an account. */
export const PERMISSIONS: Members = Object.fromEntries(
  Object.entries({
    allowRefunds: 'Allow refunds.',
    allowRecurringAndCaptures: 'Allow recurring payments and captures of pre-authorizations.',
    allowPartialRefunds: 'Allow partial refunds.',
    sameDayPartialRefunds: 'Allow partial refunds on the day of the payment.',
    allowTransfers: 'Allow transfers between accounts.',
    allowObligations: 'Allow obligations of marketplace sellers.',
    allowOctAndPayouts: 'Allow original credits and pay-outs to a card.',
    allowRebates: 'Allow rebates.',
    allowFastRefunds: 'Allow fast refunds.',
    allowMoto: 'Allow charges with card numbers received by mail or telephone.',
    allowCardTokens: 'Allow card tokens.',
    allowPreauthIncreases: 'Allow increases of pre-authorizations.',
    allowTerminalEvents: 'Send events 1802 and 1803 of terminal sessions.',
    actAsReseller: 'The account is a reseller.',
  }).map(([name, description]) => [name, flag(description)]),
);

/** Kinds of terminal requests. */
export const REQUEST_KINDS = [
  'sale',
  'preauth',
  'capture',
  'refund',
  'unreferenced-refund',
  'fast-refund',
  'rebate',
] as const;

/** Settings of a terminal. */
export const TERMINAL: Members = {
  terminalId: id('ID of the terminal.'),
  name: text('Name for people, at most 60 characters. Empty: none.'),
  statusId: whole('Status. Only a live terminal (1) receives requests.', 0, 7),
  sourceCode: text('Payment source of the terminal.'),
  virtualTerminalId: text('Virtual terminal ID.'),
  offline: flag('Whether the terminal is disconnected.'),
  lacks: listOf(oneOf(REQUEST_KINDS, 'Kind of request that is not enabled.')),
};

/** Behavior of customers and terminals. */
export const TERMINAL_SETTINGS: Members = {
  customer: oneOf(['pays', 'waits'], '`pays`: the customer presents a card. `waits`: only you do.'),
  customerDelayMs: milliseconds('Delay until a paying customer presents a card'),
  unreachable: oneOf(['not-connected', 'silent'], 'Result of a request to an unreachable terminal.'),
  saveDelayMs: milliseconds('Time during which a new session gets 404'),
};

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
  },
  ['url', 'eventTypeIds'],
);

const BANK_ACCOUNT = input(
  {
    iban: nullable(text('IBAN outside the service.')),
    friendlyName: nullable(text('Name of the bank account.')),
    beneficiaryName: text('Name of the owner.'),
    branchCode: nullable(text('Branch code.')),
    accountNumber: nullable(text('Account number.')),
    countryCode: nullable(text('ISO 3166-1 alpha-2 code.')),
  },
  ['iban', 'friendlyName', 'beneficiaryName', 'branchCode', 'accountNumber', 'countryCode'],
);

/** Automatic payouts of a seller. */
export const PAYOUTS: Members = {
  interval: oneOf([1, 2, 3], '1: daily, 2: weekly, 3: monthly.'),
  dayOfWeek: nullable(whole('Day of a weekly payout; Sunday is 1.', 1, 7)),
  dayOfMonth: nullable(whole('Day of a monthly payout.', 1, 31)),
  amountThreshold: nullable(amount('Minimum balance for a payout')),
  disable: nullable(flag('Whether payouts are off.')),
  statementDescriptor: nullable(text('Text on the bank statement.')),
  bankAccount: BANK_ACCOUNT,
};

/** Returns the schema of a `$ref`. */
export function resolveSchema(reference: string): Schema {
  const schema = SCHEMAS[reference.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`the control API has no schema ${reference}`);
  return schema;
}
