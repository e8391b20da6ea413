// Writes what the contract claims about the simulator's operations: how well responses are known, and what `verify` compares.
import { groupBy, recordOf, unique } from '../../../scripts/collections.mjs';
import { claimsOf, CONFIDENCES, kindOfConfidence, operationsOf } from '../../../scripts/contract/claims.mjs';
import { readContract } from '../../../scripts/contract/read.mjs';
import { HEADER, writeGenerated } from '../../../scripts/generated.mjs';
import { parsed } from '../../../scripts/typescript.mjs';

const contract = readContract();
const operations = operationsOf(contract);
const claims = new Map(claimsOf(contract).map((claim) => [claim.id, claim]));
/** Claims of operations by the key of the operation, with the rest of their ID as `part`: empty for the operation itself. */
const byOperation = groupBy(
  [...claims.values()].map((claim) => ({ ...claim, part: claim.id.split('/').slice(1).join('/') })),
  ({ id }) => id.split('/')[0],
);
const inOperations = (factsOf) =>
  recordOf(operations, (operation) => [operation.key, factsOf(operation, byOperation.get(operation.key))]);

/** Traps that describe an HTTP status for all operations. */
const general = [...claims.values()]
  .filter(({ kind, row }) => kind === 'trap' && row.status !== undefined)
  .map(({ id, confidence, row }) => [row.status, { id, confidence }]);

const rank = (confidence) => CONFIDENCES.indexOf(kindOfConfidence(confidence));
const isOfRequest = ({ part }) => /^(path|query|body)\//.test(part);
/** The unit of an inferred amount says nothing more. */
const repeatsField = ({ kind, id, confidence }) =>
  kind === 'unit' && confidence === claims.get(id.replace(/\/unit$/, '')).confidence;

/** Returns how well an operation is known, with what is known less well: errors, fields of the request and units. */
function confidenceOf({ row }, own) {
  const fields = own
    .filter((claim) => isOfRequest(claim) && rank(claim.confidence) > rank(row.confidence))
    .filter((claim) => !repeatsField(claim))
    .map(({ part, confidence }) => [part, confidence]);
  return {
    confidence: row.confidence,
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    errors: unique(row.errors.map(errorOf)),
  };
}

/** Returns what is known of an error. Only messages about inferred errors name an ID. The text is short, because it is in the package. */
function errorOf({ id, status, code, confidence }) {
  // `X-Viva-EventId 1205 / 1207`: the text also says which member has the codes.
  const codes = String(code ?? '')
    .replace(/^(X-Viva-EventId|ErrorCode|ErrorText|eventId|message)\b/, '')
    .match(/\w+/g);
  const known = confidence === 'inferred' ? { id } : { confidence };
  return { ...known, status, ...(codes && { codes }) };
}

const { envelope, events } = contract['webhook-events'];
const eventId = ({ eventTypeId }) => `webhook-events/event/${eventTypeId}`;
const eventConfidences = events.map((event) => [event.eventTypeId, claims.get(eventId(event)).confidence]);
writeGenerated(
  'libs/pay-simulator/src/operations/claims.generated.ts',
  `${HEADER}import type { ContractClaims } from '../http/confidence.js';

/** What the contract claims about operations and events. */
export const CLAIMS: ContractClaims = {
  ranking: ${JSON.stringify(CONFIDENCES)},
  statuses: ${JSON.stringify(Object.fromEntries(general))},
  events: ${JSON.stringify(Object.fromEntries(eventConfidences))},
  operations: ${parsed(inOperations(confidenceOf))} as ContractClaims['operations'],
};
`,
);

/** The probe class of a claim if it is not that of its operation or event. */
const ownProbe = (id, { probe }) => (claims.get(id).probe === probe ? {} : { probe: claims.get(id).probe });
const single = (list) => (list.length === 1 ? list[0] : list);

/** Returns fields by name: their type, and what differs from the operation or the event. */
const fieldsOf = (fields, claim, row) =>
  recordOf(fields, ({ name, types, nullable, itemTypes, unit }) => [
    name,
    {
      type: single(nullable ? [...types, 'null'] : types),
      ...(itemTypes?.length > 0 && !itemTypes.includes('object') && { items: single(itemTypes) }),
      ...(unit && { unit }),
      ...ownProbe(`${claim}/${name}`, row),
    },
  ]);

/** Returns what `verify` compares the responses of an operation with. */
const verifiedFacts = ({ area, key, row }, own) => ({
  area,
  probe: row.probe,
  statuses: row.response.status,
  request: own.filter(isOfRequest).map(({ id, part }) => single([part, ...Object.values(ownProbe(id, row))])),
  response: fieldsOf(row.response.fields, `${key}/response`, row),
  errors: recordOf(row.errors, ({ id, status, code }) => [
    id,
    { status, ...(code !== null && { code }), ...ownProbe(`${key}/error/${id}`, row) },
  ]),
  inferred: own.filter(({ confidence }) => confidence === 'inferred').map(({ part }) => part),
});

const ENVELOPE = 'webhook-events/envelope';
const verifiedEvent = (event) => {
  const { id, probe } = claims.get(eventId(event));
  return [event.eventTypeId, { probe, members: fieldsOf(event.eventData, id, { probe }) }];
};

const others = {};
for (const { area, id, kind, probe } of claims.values())
  if (['transition', 'rule', 'trap'].includes(kind) || id.startsWith(ENVELOPE))
    ((others[area] ??= {})[probe] ??= []).push(id);

writeGenerated(
  'libs/pay-simulator/src/verify/contract.generated.ts',
  `${HEADER}import { ROUTES } from '../operations/routes.generated.js';
import type { ContractEvent, ContractField, ContractOperation } from './verify.types.js';

const FACTS = ${parsed(inOperations(verifiedFacts))} as Readonly<
  Record<string, Omit<ContractOperation, keyof (typeof ROUTES)[number]>>
>;

/** Operations of contract/ by their key. */
export const OPERATIONS: Readonly<Record<string, ContractOperation>> = Object.fromEntries(
  ROUTES.map((route) => [route.key, { ...FACTS[route.key]!, ...route }]),
);

/** Events by their type ID. */
export const EVENTS = ${parsed(recordOf(events, verifiedEvent))} as Readonly<Record<string, ContractEvent>>;

/** Members of the envelope of a webhook. */
export const ENVELOPE = ${parsed(fieldsOf(envelope, ENVELOPE, { probe: 'none: no step checks it' }))} as Readonly<
  Record<string, ContractField>
>;

/** IDs of the claims that are not about an operation or an event, by area and probe class. */
export const OTHER_CLAIMS = ${parsed(others)} as Readonly<
  Record<string, Readonly<Record<string, readonly string[]>>>
>;
`,
);
