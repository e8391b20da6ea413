// Event types, payload types and the names that users write for events, from contract/webhooks.yaml.
import { isInt64 } from '../contract/read.mjs';
import { docstring, TYPES } from '../typescript.mjs';

const ORDER_CODE_TEXT = '  /** The exact digits of OrderCode. */\n  OrderCodeText: string;\n';
/** The type that users write for an event. */
export const aliasOf = (name) =>
  `${name === 'TransactionFailed' ? name : name.replace(/^Transaction/, '')}Event`;
const nameOf = ({ name }) => name.replaceAll(' ', '');

function typeOf({ name, schema, types, itemTypes, constant, digits }) {
  if (digits !== undefined) return 'string';
  if (name === 'OrderCode') return 'OrderCodeValue';
  if (constant !== undefined) return constant;
  if (types[0] === 'array') return itemTypes?.[0] === 'string' ? 'string[]' : 'unknown[]';
  if (types.length > 1) return 'string | number';
  return isInt64(schema) ? 'ExactInteger' : TYPES[types[0]];
}

function memberOf(member) {
  const { name, schema, meaning, unit, confidence } = member;
  const more = [
    unit === 'major' && 'Major units.',
    unit === 'minor' && 'MINOR units.',
    schema.format === 'uuid' && 'UUID.',
    confidence === 'inferred' && '(inferred)',
  ].filter(Boolean);
  const written = `${docstring([meaning, ...more].join(' '), '  ')}  ${name}: ${typeOf(member)};\n`;
  return name === 'OrderCode' ? written + ORDER_CODE_TEXT : written;
}

/** Members that a handler gets as they were posted and compared. */
const COMPARED = ['StatusId', 'OrderCode'];
/** Writes the members of an event that the resource has under the same name in camel case. */
function confirmedMembers(constant, { eventData }, { response }) {
  const fieldOf = (name) => name[0].toLowerCase() + name.slice(1);
  const fields = response.fields.map(({ name }) => name);
  const own = eventData.filter(({ name }) => fields.includes(fieldOf(name)) && !COMPARED.includes(name));
  const lines = own.map(({ name }) => `  ${name}: '${fieldOf(name)}',\n`);
  return `export const ${constant} = {\n${lines.join('')}} as const;\n`;
}

const listOf = (ids) => ids.join(', ').replace(/, (?=\d+$)/, ' and ');

/** Returns the text of each file, by its path in libs/pay/src. */
export function webhookEventFiles({ events, payloads, sourceAddresses: { current, older } }, operations) {
  const byId = new Map(events.map((event) => [event.eventTypeId, event]));
  const sorted = [...byId.values()].sort((a, b) => a.eventTypeId - b.eventTypeId);
  const all = Object.entries(payloads);
  const payloadOf = (id) => all.find(([, { events: ids }]) => ids.includes(id))[0];
  const members = events.flatMap(({ eventData }) => eventData);
  const constants = [...new Set(members.flatMap(({ constant }) => constant ?? []))].sort();
  const interfaces = all.map(([name, { events: ids, about }]) => {
    const [first] = ids;
    const pages = ids.map((id) => byId.get(id).source);
    const members = byId.get(first).eventData.map(memberOf).join('');
    return `${docstring(about, '', ...pages)}interface ${name}Members {\n${members}}\n`;
  });
  const aliases = all.map(([name, { events: ids }]) => {
    const minor = byId.get(ids[0]).eventData.some(({ unit }) => unit === 'minor');
    const about = `Payload of ${listOf(ids)}.${minor ? ' Amounts in MINOR units.' : ''}`;
    return `/** ${about} */\nexport type ${name}Payload = Wire<${name}Members>;\n`;
  });
  const rows = sorted.map(
    (event) => `  [PayEventType.${nameOf(event)}]: ${payloadOf(event.eventTypeId)}Members;\n`,
  );
  const types = sorted.map(
    (event) => `${docstring(event.doc, '  ')}  ${nameOf(event)}: ${event.eventTypeId},\n`,
  );
  const names = sorted.map((event) => {
    const name = nameOf(event);
    const about = `Event ${event.eventTypeId}: ${event.doc[0].toLowerCase()}${event.doc.slice(1)}`;
    return `${docstring(about)}export type ${aliasOf(name)} = ReceivedPayEvent<typeof PayEventType.${name}>;\n`;
  });
  const addresses = (list) => [...new Set(list)].map((address) => `    '${address}',\n`).join('');
  const operationOf = (name) => operations.find(({ key }) => key === name).row;
  const session = operationOf('pos.session.retrieveSessionById');
  const transaction = operationOf('transactions.getTransactionById');
  return {
    'webhooks/confirmed-members.generated.ts': `
/** Members of events 1796 to 1798 that the transaction has in the same unit and form. */
${confirmedMembers('TRANSACTION_MEMBERS', byId.get(1796), transaction)}
/** Members of events 1802 and 1803 that the session has, too. */
${confirmedMembers('SESSION_MEMBERS', byId.get(1802), session)}`,
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
${types.join('')}} as const;

/** ID of a known event type. */
export type PayEventType = (typeof PayEventType)[keyof typeof PayEventType];
`,
    'webhooks/payloads.generated.ts': `import type { ${constants.join(', ')} } from '../areas/coded-values.generated.js';
import type { OrderCodeValue } from '../areas/order-code.js';
import type { PayEventType, PayReconciledEventType } from './event-types.js';
import type { ExactInteger, Wire } from './wire.types.js';

${interfaces.join('\n')}
/** Members of OrderExpired, an event of this library: the order as the service returned it. Decimals in MAJOR units. */
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
${rows.join('')}  [PayReconciledEventType.OrderExpired]: OrderExpiredMembers;
}

${aliases.join('')}/** Payload of OrderExpired, an event of this library. */
export type OrderExpiredPayload = Wire<OrderExpiredMembers>;

/** The payload of each known event type. */
export type PayEventPayloads = { [Type in keyof PayEventMembers]: Wire<PayEventMembers[Type]> };
`,
    'nest/webhooks/event-aliases.generated.ts': `import type { PayEventType, PayReconciledEventType } from '../../webhooks/event-types.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';

// Each name is the key of the event type with \`Event\`. A leading \`Transaction\` is left out if the rest says enough.

${names.join('\n')}
/** An order expired before it was paid. The service sends no webhook for this. Only \`PayReconciler\` creates it. */
export type OrderExpiredEvent = ReceivedPayEvent<typeof PayReconciledEventType.OrderExpired>;
`,
  };
}
