// Event types, payload types and the names that users write for events, from contract/webhooks.yaml.
import { joined } from '../collections.mjs';
import { docstring, membersText } from '../typescript.mjs';
import { typeOfField } from './results.mjs';

/** The type that users write for an event. */
export const aliasOf = (name) =>
  `${name === 'TransactionFailed' ? name : name.replace(/^Transaction/, '')}Event`;
const unchanged = (text) => text;
const lowerFirst = (text) => text[0].toLowerCase() + text.slice(1);

function typeOf({ name, schema, types, digits }) {
  if (name === 'OrderCode') return 'OrderCodeValue';
  if (types.length > 1 && digits === undefined) return 'string | number';
  return typeOfField(name, schema) ?? (types[0] === 'array' ? 'unknown[]' : 'ExactInteger');
}

const UNITS = { major: 'Major units.', minor: 'MINOR units.' };
const ORDER_CODE_TEXT = { name: 'OrderCodeText', type: 'string', doc: 'The exact digits of OrderCode.' };
function memberOf(member) {
  const { name, schema, meaning, unit, confidence } = member;
  const isUuid = schema.format === 'uuid' && 'UUID.';
  const doc = joined([meaning, UNITS[unit], isUuid, confidence === 'inferred' && '(inferred)']);
  const written = { name, type: typeOf(member), doc };
  return name === 'OrderCode' ? [written, ORDER_CODE_TEXT] : written;
}

const write = (list, textOf) => list.map(textOf).join('');

/** Members that a handler gets as they were posted and compared. */
const COMPARED = ['StatusId', 'OrderCode'];
/** Writes the members of an event that the resource has under the same name, or under that name in camel case. */
function confirmedMembers({ eventData }, { row }, nameOf = lowerFirst, parent = '') {
  const fields = row.response.fields.map(({ name }) => name);
  return eventData
    .filter(({ name }) => fields.includes(parent + nameOf(name)) && !COMPARED.includes(name))
    .map(({ name }) => `  ${name}: '${nameOf(name)}',\n`)
    .join('');
}

/** Returns the text of each file, by its path in libs/pay/src. */
export function webhookEventFiles({ events, payloads, sourceAddresses: { current, older } }, operations) {
  const byId = new Map(events.map((event) => [event.eventTypeId, event]));
  const sorted = events.toSorted((a, b) => a.eventTypeId - b.eventTypeId);
  /** Payload types, with their events. The first one gives the members. */
  const types = Object.entries(payloads).map(([name, { events: ids, about }]) => ({
    ...{ name, about, ids, sources: ids.map((id) => byId.get(id).source) },
    members: byId.get(ids[0]).eventData,
  }));
  const constants = new Set(
    events.flatMap(({ eventData }) => eventData.flatMap(({ constant }) => constant ?? [])),
  );
  const addresses = (list) => write([...new Set(list)], (address) => `    '${address}',\n`);
  const operation = (wanted) => operations.find(({ key }) => key === wanted);
  return {
    'webhooks/confirmed-members.generated.ts': `
/** Members of events 1796 to 1798 that the transaction has in the same unit and form. */
export const TRANSACTION_MEMBERS = {
${confirmedMembers(byId.get(1796), operation('transactions.getTransactionById'))}} as const;

/** Members of events 1796 to 1798 that a transaction in the list of an order has in the same unit and form. */
export const LISTED_TRANSACTION_MEMBERS = {
${confirmedMembers(byId.get(1796), operation('transactions.getLegacyTransactions'), unchanged, 'Transactions[].')}} as const;

/** Members of event 4865 that the order has, too. */
export const ORDER_MEMBERS = {
${confirmedMembers(byId.get(4865), operation('payments.getOrder'), unchanged)}} as const;

/** Members of events 1802 and 1803 that the session has, too. */
export const SESSION_MEMBERS = {
${confirmedMembers(byId.get(1802), operation('pos.session.retrieveSessionById'))}} as const;
`,
    'webhooks/source-addresses.generated.ts': `
/**
 * IP addresses and CIDR ranges that the service sends webhooks from, as published for each environment.
 * The demo list also contains older published addresses. The lists change, so keep your own list in your configuration.
 *
 * @see https://developer.viva.com/webhooks-for-payments
 */
export const PAY_WEBHOOK_SOURCE_ADDRESSES: Readonly<Record<'live' | 'demo', readonly string[]>> = {
  live: [
${addresses(current.live)}  ],
  demo: [
${addresses([...current.demo, ...older.demo])}  ],
};
`,
    'webhooks/event-types.generated.ts': `
/**
 * Known event types of the service by name. A delivery may have an ID that is not listed here.
 *
 * @see https://developer.viva.com/webhooks-for-payments
 */
export const PayEventType = {
${write(sorted, ({ doc, key, eventTypeId }) => `${docstring(doc, '  ')}  ${key}: ${eventTypeId},\n`)}} as const;

/** ID of a known event type. */
export type PayEventType = (typeof PayEventType)[keyof typeof PayEventType];
`,
    'webhooks/payloads.generated.ts': `import type { ${[...constants].sort().join(', ')} } from '../areas/coded-values.generated.js';
import type { OrderCodeValue } from '../areas/order-code.js';
import type { PayEventType, PayReconciledEventType } from './event-types.js';
import type { ExactInteger, Wire } from './wire.types.js';

${write(types, payloadMembers)}/** Members of OrderExpired, an event of this library: the order as the service returned it. Decimals in MAJOR units. */
type OrderExpiredMembers = Pick<
  OrderUpdatedMembers,
  | 'OrderCode'
  | 'OrderCodeText'
  | 'Amount'
  | 'ExpirationDate'
  | 'SourceCode'
  | 'MerchantTrns'
  | 'CustomerTrns'
  | 'MaxInstallments'
  | 'Tags'
>;

/** The documented members of each event type's payload, before {@link Wire} makes them optional and nullable. */
export interface PayEventMembers {
${write(sorted, ({ key, payload }) => `  [PayEventType.${key}]: ${payload}Members;\n`)}  [PayReconciledEventType.OrderExpired]: OrderExpiredMembers;
}

${write(types, payloadType)}/** Payload of OrderExpired, an event of this library. */
export type OrderExpiredPayload = Wire<OrderExpiredMembers>;

/** The payload of each known event type. */
export type PayEventPayloads = { [Type in keyof PayEventMembers]: Wire<PayEventMembers[Type]> };
`,
    'nest/webhooks/event-aliases.generated.ts': `import type { PayEventType, PayReconciledEventType } from '../../webhooks/event-types.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';

// Each name is the key of the event type with \`Event\`. A leading \`Transaction\` is left out if the rest says enough.

${write(sorted, eventAlias)}/** An order expired before it was paid. The service sends no webhook for this. Only \`PayReconciler\` creates it. */
export type OrderExpiredEvent = ReceivedPayEvent<typeof PayReconciledEventType.OrderExpired>;
`,
  };
}

const payloadMembers = ({ name, about, sources, members }) =>
  `${docstring(about, '', ...sources)}interface ${name}Members {\n${membersText(members.flatMap(memberOf))}}\n\n`;

function payloadType({ name, ids, members }) {
  const minor = members.some(({ unit }) => unit === 'minor') ? ' Amounts in MINOR units.' : '';
  const about = `Payload of ${ids.join(', ').replace(/, (?=\d+$)/, ' and ')}.${minor}`;
  return `/** ${about} */\nexport type ${name}Payload = Wire<${name}Members>;\n`;
}

const eventAlias = ({ eventTypeId, key, doc }) =>
  docstring(`Event ${eventTypeId}: ${lowerFirst(doc)}`) +
  `export type ${aliasOf(key)} = ReceivedPayEvent<typeof PayEventType.${key}>;\n\n`;
