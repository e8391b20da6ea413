// What `pay-simulator verify` compares responses with, from contract/.
import { claimsOf, operationsOf, readContract } from '../../../scripts/contract/claims.mjs';
import { HEADER, read } from '../../../scripts/generated.mjs';

const contract = readContract();
const claims = claimsOf(contract);

const probes = new Map(claims.map(({ id, probe }) => [id, probe]));
/** The probe class of a claim if it is not its operation's. */
const ownProbe = (id, row) => (probes.get(id) === row.probe ? {} : { probe: probes.get(id) });
const single = (list) => (list.length === 1 ? list[0] : list);

/** Fields by name: the types of their schema, and what else differs from the operation or the event. */
const fieldsOf = (fields, claim, row) =>
  Object.fromEntries(
    fields.map(({ name, types, nullable, itemTypes, unit }) => {
      const type = single(nullable ? [...types, 'null'] : types);
      const own = {
        ...(itemTypes?.length > 0 && !itemTypes.includes('object') && { items: single(itemTypes) }),
        ...(unit && { unit }),
        ...ownProbe(`${claim}/${name}`, row),
      };
      return [name, Object.keys(own).length === 0 ? type : { type, ...own }];
    }),
  );

const isOfRequest = ({ kind, id }) => kind === 'request' || (kind === 'unit' && !id.includes('/response/'));

function operationFacts({ area, key, row }) {
  const nameOf = ({ id }) => id.slice(key.length + 1);
  const own = claims.filter(({ id }) => id === key || id.startsWith(`${key}/`));
  const request = own
    .filter(isOfRequest)
    .map((claim) => [nameOf(claim), ownProbe(claim.id, row).probe ?? '']);
  const errors = row.errors.map(({ id, status, code }) => [
    id,
    { status, code, ...ownProbe(`${key}/error/${id}`, row) },
  ]);
  return {
    area,
    probe: row.probe,
    statuses: row.response.status,
    request: Object.fromEntries(request),
    response: fieldsOf(row.response.fields, `${key}/response`, row),
    errors: Object.fromEntries(errors),
    inferred: own.filter(({ confidence }) => confidence === 'inferred').map(nameOf),
  };
}

const operations = Object.fromEntries(
  operationsOf(contract).map((operation) => [operation.key, operationFacts(operation)]),
);
const { envelope, events } = contract['webhook-events'];
const ENVELOPE = 'webhook-events/envelope';
const eventRow = (claim) => ({ probe: probes.get(claim) });
const webhooks = Object.fromEntries(
  events.map(({ eventTypeId, eventData }) => {
    const claim = `webhook-events/event/${eventTypeId}`;
    return [eventTypeId, { ...eventRow(claim), members: fieldsOf(eventData, claim, eventRow(claim)) }];
  }),
);
const others = {};
for (const { area, id, kind, probe } of claims) {
  if (!['transition', 'rule', 'trap'].includes(kind) && !id.startsWith(ENVELOPE)) continue;
  ((others[area] ??= {})[probe] ??= []).push(id);
}

/** A record with one line for each member. */
const lines = (record) =>
  `{\n${Object.entries(record)
    .map(([name, row]) => `${JSON.stringify(name)}:${JSON.stringify(row)}`)
    .join(',\n')}\n}`;
const written = (record) => `JSON.parse(String.raw\`${lines(record)}\`)`;

const wrongFields = JSON.parse(read('contract/probes/wrong-fields.json'));
const SIGNS = { characters: 'x', digits: '1' };
/** Code of the rows of requests with one wrong field. `"<51 characters>"` stands for a text of this length. */
const wrongRows = lines(wrongFields).replace(
  /"<(\d+) (characters|digits)>"/g,
  (_, length, kind) => `'${SIGNS[kind]}'.repeat(${length})`,
);

/** Text of src/verify/contract.generated.ts. The facts are JSON, because the bundler would add blanks to objects. */
export const verifyContract = `${HEADER}import { ROUTES } from '../operations/routes.generated.js';
import type { ContractEvent, ContractField, ContractOperation, WrittenFields } from './verify.types.js';

const fieldsOf = (written: WrittenFields): Readonly<Record<string, ContractField>> =>
  Object.fromEntries(
    Object.entries(written).map(([name, field]) => [
      name,
      typeof field === 'string' || field instanceof Array ? { type: field } : field,
    ]),
  );

const FACTS = ${written(operations)} as Record<string, Omit<ContractOperation, 'response'> & { response: WrittenFields }>;

/** Operations of contract/ by their key. */
export const OPERATIONS: Readonly<Record<string, ContractOperation>> = Object.fromEntries(
  ROUTES.flatMap((route) => {
    const facts = FACTS[route.key];
    return facts ? [[route.key, { ...route, ...facts, response: fieldsOf(facts.response) }]] : [];
  }),
);

/** Requests that the contract calls invalid, by operation: the field that breaks its rule, and the body. */
export const WRONG_FIELDS: Readonly<
  Record<string, readonly { readonly field: string; readonly body: object }[]>
> = ${wrongRows};

/** IDs of the claims that are not about an operation or an event, by area and probe class. */
export const OTHER_CLAIMS = ${written(others)} as Readonly<
  Record<string, Readonly<Record<string, readonly string[]>>>
>;

/** Members of the envelope of a webhook. */
export const ENVELOPE = fieldsOf(${written(fieldsOf(envelope, ENVELOPE, { probe: 'none: no step checks it' }))} as WrittenFields);

/** Events by their type ID. */
export const EVENTS: Readonly<Record<string, ContractEvent>> = Object.fromEntries(
  Object.entries(${written(webhooks)} as Record<string, { probe: string; members: WrittenFields }>).map(
    ([id, { probe, members }]) => [id, { probe, members: fieldsOf(members) }],
  ),
);
`;
