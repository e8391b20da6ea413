import { EVENT_TYPES } from '../domain/contract.generated.js';
import type { Schema } from '../domain/json-schema.js';

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
/** A reference to one of {@link SCHEMAS}. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** A request body: no other members are accepted. */
export const input = (properties: Members, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
/** An object in a response. All members are required, except those in `optional`. */
export const output = (properties: Members, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

const orderCode = text(
  'Order code: 16 digits. A string, because a JavaScript number is not exact above 2^53.',
);
const currencyCode = text('Numeric ISO 4217 code.');

const CARD = output({
  number: text('Masked number: first six and last four digits.'),
  scheme: text('Card scheme, such as Visa.'),
  holderName: text('Name on the card.'),
  expirationDate: text('Last day of the expiry month.'),
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

/** Named schemas of responses. Objects may have more members than those listed. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  Error: output(
    {
      error: text('What is wrong: the field and the expected value.'),
      field: text('Name of the invalid field.'),
      expected: text('Expected value of the field.'),
      fix: text('What to change.'),
    },
    ['field', 'expected', 'fix'],
  ),
  Clock: output({ now: moment('Virtual time.'), ms: whole('Virtual time, in milliseconds since 1970.') }),
  Order: output({
    code: orderCode,
    state: oneOf([0, 1, 2, 3], '0: pending, 1: expired, 2: canceled, 3: paid.'),
    amount: amount('Amount'),
    currencyCode,
    sourceCode: text('Payment source.'),
    merchantTrns: text('Reference of the merchant.'),
    customerTrns: text('Text that the customer sees.'),
    createdAt: moment('Virtual time of the creation.'),
    expiresAt: nullable(moment('Virtual time of the expiry. Null: never.')),
    preauth: flag('Whether the payment is only authorized.'),
    disablePaidState: flag('Whether the order stays payable after a payment.'),
  }),
  Transaction: output({
    id: text('Transaction ID.'),
    orderCode,
    parentId: nullable(text('Original transaction of a refund, void, capture or recurring charge.')),
    type: whole('Type of the transaction, `TransactionTypeId` of the service.'),
    status: text('Status of the transaction, `StatusId` of the service.'),
    amount: amount('Signed amount. Negative if money goes back'),
    refunded: amount('Refunded amount'),
    currencyCode,
    createdAt: moment('Virtual time of the creation.'),
    clearedAt: nullable(moment('Virtual time of the clearance.')),
    card: nullable(CARD),
    eventId: whole('Reason of a failure, otherwise 0.'),
    merchantTrns: text('Reference of the merchant.'),
  }),
  Delivery: output({
    id: text('ID of the delivery.'),
    webhookId: text('ID of the webhook.'),
    url: text('Address of the receiver.'),
    eventTypeId: EVENT_TYPE_ID,
    messageId: text('`MessageId` of the event.'),
    eventData: { type: 'object', description: '`EventData`. Integers above 2^53 are repeated as strings.' },
    duplicateOf: nullable(text('ID of the duplicated delivery.')),
    state: oneOf(
      ['held', 'waiting', 'sending', 'delivered', 'failed', 'dropped'],
      '`waiting`: the next attempt is planned. `failed`: no attempts are left.',
    ),
    dueAt: nullable(moment('Virtual time of the next attempt.')),
    attempts: listOf(
      output({
        at: moment('Virtual time of the attempt.'),
        request: text('Body that was sent.'),
        status: nullable(whole('HTTP status of the response.')),
        response: nullable(text('Body of the response.')),
        durationMs: milliseconds('Real duration'),
        error: nullable(text('`time-out`, or the error of the connection.')),
      }),
    ),
  }),
  Webhook: output({
    id: text('ID of the webhook.'),
    url: text('Address of the receiver.'),
    eventTypeId: EVENT_TYPE_ID,
    active: flag('Whether the webhook gets events.'),
  }),
  Fault: output(
    {
      faultId: text('ID of the fault.'),
      operation: text('Operation of the contract, or `*`.'),
      kind: text('Kind of the fault.'),
      remaining: { anyOf: [whole('Remaining requests.'), oneOf(['always'], 'The fault stays.')] },
    },
    [],
  ),
  Account: output({
    accountId: text('ID of the invitation.'),
    state: oneOf(['invited', 'connected', 'verified', 'refused'], 'State of the onboarding.'),
    email: text('E-mail address of the invitation.'),
    invitedAt: moment('Virtual time of the invitation.'),
    connectedAt: nullable(moment('Virtual time at which the invitation was accepted.')),
    details: nullable(output(LEGAL_DETAILS)),
    person: nullable(output({ personId: text('Merchant ID.'), walletId: text('Primary wallet.') })),
    acquiringEnabled: flag('Whether the account can accept payments.'),
  }),
  Merchant: output({
    merchantId: text('Merchant ID: the routes under `/merchants/{merchantId}` act on this merchant.'),
    accountId: text('ID of the invitation.'),
    companyName: text('Name of the company.'),
    credentials: {
      type: 'object',
      description: 'Credentials of the merchant. They are valid only in the simulator.',
    },
  }),
  Seller: {
    type: 'object',
    description: 'An account with its wallet, balance and payouts.',
    properties: {
      account: ref('Account'),
      walletId: nullable(text('ID of the wallet. Null until the invitation is accepted.')),
      available: nullable(amount('Available balance')),
      payouts: nullable({ type: 'object', description: 'Automatic payouts.' }),
    },
    required: ['account', 'walletId', 'available', 'payouts'],
  },
  Transfer: output({
    id: text('ID of the transfer.'),
    parentId: nullable(text('Transfer that this one reverses.')),
    accountId: text('Seller.'),
    to: oneOf(['seller', 'platform'], 'Receiver of the funds.'),
    amount: amount('Amount'),
    paymentId: nullable(text('Payment that funds the transfer.')),
    createdAt: moment('Virtual time of the creation.'),
    executedAt: nullable(moment('Virtual time of the execution. Null while the transfer waits.')),
    reversed: amount('Reversed amount'),
    fee: amount('Fee of the platform'),
  }),
  Source: output(SOURCE),
  Permissions: output(PERMISSIONS),
  Terminal: output({
    ...TERMINAL,
    session: nullable(ref('TerminalSession')),
  }),
  TerminalSettings: output(TERMINAL_SETTINGS),
  TerminalSession: output({
    sessionId: text('ID of the session.'),
    terminalId: text('ID of the terminal.'),
    kind: oneOf(REQUEST_KINDS, 'Kind of the request.'),
    state: oneOf(
      [
        ...['created', 'on-terminal', 'authorising', 'approved', 'declined', 'cancelled', 'timed-out'],
        ...['aborted', 'failed'],
      ],
      '`on-terminal`: the terminal waits for a card.',
    ),
    amount: amount('Amount'),
    transactionId: nullable(text('Transaction of the session.')),
    createdAt: moment('Virtual time of the request.'),
    finishedAt: nullable(moment('Virtual time of the end.')),
  }),
  Wallet: output({
    id: text('Wallet ID, an int64 on the wire.'),
    name: text('Name of the wallet.'),
    iban: text('IBAN.'),
    currencyCode,
    isPrimary: flag('Whether it is the primary wallet.'),
    available: amount('Available balance'),
    reserved: amount('Balance that is held for pending transfers'),
  }),
  Checkout: {
    type: 'object',
    description: 'Content of the checkout page.',
    properties: {
      state: oneOf(['payable', 'paid', 'expired', 'cancelled', 'unknown'], 'State of the order.'),
      order: ref('Order'),
    },
    required: ['state'],
  },
  CheckoutOutcome: {
    type: 'object',
    description: 'Result of a payment attempt.',
    properties: {
      kind: oneOf(
        ['approved', 'declined', 'challenge', 'invalid', 'not-payable'],
        'Result. `challenge`: answer the challenge with its ID.',
      ),
      transaction: ref('Transaction'),
      challengeId: text('ID of the 3-D Secure challenge.'),
      redirectUrl: text('Address that the customer returns to.'),
      problems: { type: 'object', description: 'Error messages by field.' },
    },
    required: ['kind'],
  },
  TriggerResult: output({
    steps: listOf({
      type: 'object',
      properties: {
        type: text('What happened.'),
        order: ref('Order'),
        transaction: ref('Transaction'),
      },
      required: ['type'],
    }),
    deliveries: listOf(ref('Delivery')),
  }),
  TestCard: output({
    number: text('Card number.'),
    scheme: text('Card scheme.'),
    cvv: text('Security code.'),
    result: text('How the issuer responds.'),
  }),
};

/** Returns the schema of a `$ref`. */
export function resolveSchema(reference: string): Schema {
  const schema = SCHEMAS[reference.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`the control API has no schema ${reference}`);
  return schema;
}
