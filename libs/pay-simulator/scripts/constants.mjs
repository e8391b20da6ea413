// Writes constants of the simulator's domain, the members of its events and the routes of its control API, from contract/.
import { mapValues, recordOf } from '../../../scripts/collections.mjs';
import { contentOf, readContract, readYaml } from '../../../scripts/contract/read.mjs';
import { HEADER, writeGenerated } from '../../../scripts/generated.mjs';
import { startUpper } from '../../../scripts/operation-facts/next-steps.mjs';
import { json, parsed } from '../../../scripts/typescript.mjs';

const contract = readContract();
const { auth, payments, plugins, pos, transactions } = contract;
const { events, payloads, retryPolicy } = contract['webhook-events'];
const { attempts, intervalSeconds } = retryPolicy.standard;

const mapEntries = (record, change) => Object.fromEntries(Object.entries(record).map(change));
/** The numbers of a list of coded values, by name. */
const numbersByName = (area, list) => mapEntries(area.names[list], ([code, name]) => [name, Number(code)]);
const headerOf = (end) => json(Object.keys(auth.responseHeaders).find((name) => name.endsWith(end)));

writeGenerated(
  'libs/pay-simulator/src/domain/contract.generated.ts',
  `${HEADER}
/** OAuth scopes by their name without the common prefix. @see contract/behaviour/auth.yaml */
export const SCOPES = ${json(mapEntries(auth.enums.Scope, ([scope]) => [scope.split(':').slice(2).join(':'), scope]))} as const;

/** Languages of the hosted checkout page. @see contract/openapi/payments.yaml */
export const REQUEST_LANGUAGES: readonly string[] = ${json(Object.keys(payments.enums.RequestLang))};

/** Payment method IDs. @see contract/openapi/payments.yaml */
export const PAYMENT_METHOD_IDS: readonly number[] = ${json(Object.keys(payments.enums.PaymentMethodId).map(Number))};

/** Descriptions of event IDs. @see contract/openapi/transactions.yaml */
export const EVENT_TEXTS: Readonly<Record<string, string>> = ${json(transactions.enums.EventId)};

/** IDs of the channels of orders, by what they stand for. @see contract/openapi/plugins.yaml */
export const CHANNELS = ${json(mapEntries(plugins.enums.ChannelId, ([id, name]) => [name, id]))} as const;

/** Names of transaction types. @see contract/openapi/transactions.yaml */
export const TRANSACTION_TYPES: Readonly<Record<string, string>> = ${json(transactions.enums.TransactionTypeId)};

/** Sub-types of movements. @see contract/openapi/data-services.yaml */
export const MovementSubType = ${json(numbersByName(contract['data-services'], 'AccountTransactionSubTypeId'))} as const;

/** Event IDs of ended terminal sessions. @see contract/openapi/pos.yaml */
export const SESSION_EVENTS = ${json(numbersByName(pos, 'SessionEventId'))} as const;

/** What the event IDs of ended terminal sessions mean. @see contract/openapi/pos.yaml */
export const SESSION_MEANINGS = ${json({ ...mapValues(pos.enums.SessionEventId, startUpper), ...pos.nextSteps.session.meanings })} as const;

/** Event IDs of the amounts that the issuer declines, by amount in minor units. @see contract/openapi/transactions.yaml */
export const TEST_AMOUNTS: Readonly<Record<string, number>> = ${json(mapValues(transactions.enums.TestAmount, (text) => Number.parseInt(text, 10)))};

/** Test cards of the demo environment. @see contract/openapi/transactions.yaml */
export const TEST_CARDS: readonly { readonly number: string; readonly scheme: string; readonly cvv: string; readonly result: string }[] = ${json(transactions.testData.cards)};

/** Names of the event types that a merchant can register a webhook for in the banking app, by ID. @see contract/webhooks.yaml */
export const EVENT_TYPES: Readonly<Record<string, string>> = ${json(recordOf(events, ({ eventTypeId, name }) => [eventTypeId, name]))};

/** Error text if a permission is off. @see contract/openapi/transactions.yaml */
export const PERMISSION_OFF_TEXT = ${json(transactions.errorExamples.permissionOff.ErrorText)};

/** Response headers of the service. @see contract/behaviour/auth.yaml */
export const RESPONSE_HEADERS = {
  correlationId: ${headerOf('CorrelationId')},
  eventId: ${headerOf('EventId')},
} as const;

/** Number of attempts of a delivery, and the interval between them. @see contract/webhooks.yaml */
export const RETRY_POLICY = ${json({ attempts, intervalSeconds })} as const;
`,
);

/** Members that depend on the attempt of a delivery. */
const ATTEMPT_MEMBERS = ['RetryCount', 'RetryDelayInSeconds'];
const eventMembers = mapValues(payloads, ({ events: [first] }) => {
  const { samplePayload } = events.find(({ eventTypeId }) => eventTypeId === first);
  const names = Object.keys(samplePayload.EventData ?? samplePayload);
  return names.filter((name) => !ATTEMPT_MEMBERS.includes(name));
});
writeGenerated(
  'libs/pay-simulator/src/deliveries/event-members.generated.ts',
  `${HEADER}
/** Members of events by the type of their payload, in the order of the documented sample. @see contract/webhooks.yaml */
export const EVENT_MEMBERS = ${json(eventMembers)} as const;
`,
);

const control = readYaml('control.yaml');
writeGenerated(
  'libs/pay-simulator/src/control/document.generated.ts',
  `${HEADER}
/** The OpenAPI document of the control API: contract/control.yaml. */
export const CONTROL_DOCUMENT = ${parsed(control, 3)} as unknown;
`,
);

/** Operations whose body the JavaScript interface takes as well, and some pages. */
const INPUTS = [
  ...['addFault', 'advanceClock', 'createWorld', 'duplicateDelivery', 'registerWebhook'],
  ...['saveSource', 'setDeliveryChances', 'setNextDelivery', 'setPermissions', 'setTerminalSettings'],
  'verifyAccount',
];
/** Returns a schema with the schemas that it names, without prose. */
const complete = (schema) =>
  JSON.parse(JSON.stringify(schema), (name, part) => {
    if (name === 'description' && typeof part === 'string') return undefined;
    return part?.$ref === undefined
      ? part
      : complete(control.components.schemas[part.$ref.split('/').at(-1)]);
  });
const inputs = Object.values(control.paths)
  .flatMap((item) => Object.values(item))
  .filter(({ operationId }) => INPUTS.includes(operationId))
  .map(
    ({ operationId, requestBody }) =>
      `  ${operationId}: ${parsed(complete(contentOf(requestBody).schema))} as Schema,`,
  );
writeGenerated(
  'libs/pay-simulator/src/domain/inputs.generated.ts',
  `${HEADER}import type { Schema } from './json-schema.js';

/** Schemas of inputs, by their operation in contract/control.yaml. */
export const INPUTS = {
${inputs.join('\n')}
};
`,
);
