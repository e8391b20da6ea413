// The claims of contract/: what the project says about the service, each with an ID, a confidence and a probe class.
export { readContract } from './read.mjs';

/** From the best known to the least known. `observed` names the date, or `undated`, and the environment: `observed(2026-05, demo)`. */
export const CONFIDENCES = ['observed', 'documented', 'public-sdk', 'inferred'];

/** Classes of `pay-simulator verify` that can check a claim. `none` gives a reason: `none: needs an ISV account`. */
export const PROBES = ['read-only', 'unpaid-orders', 'payment', 'receiver', 'terminal', 'none'];

/** Kind of confidence, without date and environment. */
export const kindOfConfidence = (confidence) => confidence.split('(')[0];

const isRepeating = (area) => Number(['isv', 'marketplace'].includes(area));
/** The ISV and marketplace files repeat IDs of the merchant files. The merchant's operation has the ID as its key. */
export const areasInOrder = (contract) =>
  Object.entries(contract).sort(([a], [b]) => isRepeating(a) - isRepeating(b));

const isSameCall = (a, b) => a.http === b.http && a.host === b.host && a.path === b.path && a.auth === b.auth;

/** Lists `{ area, key, row }` of each operation on the wire. Rows with the same ID and call are one operation. */
export function operationsOf(contract) {
  const operations = [];
  for (const [area, file] of areasInOrder(contract)) {
    for (const row of file.operations ?? []) {
      if (!row.http) continue;
      const known = operations.find((other) => other.row.id === row.id && isSameCall(other.row, row));
      if (known) {
        known.clients = [...new Set([...known.clients, ...row.clients])];
        continue;
      }
      const isTaken = operations.some((other) => other.key === row.id);
      operations.push({ area, key: isTaken ? `${area}:${row.id}` : row.id, clients: row.clients, row });
    }
  }
  return operations;
}

/** A page that describes a call does not show each of its errors, and a report shows only what it says. */
const inheritsSource = (kind, confidence) =>
  kind === 'unit' || (kind !== 'error' && ['documented', 'public-sdk'].includes(confidence));

/** A claim with the confidence, the sources and the probe class of its parent, unless it has its own. */
function claim(area, kind, id, own, parent = own) {
  const confidence = own.confidence ?? parent.confidence;
  const source = own.source ?? (inheritsSource(kind, confidence) ? parent.source : undefined) ?? [];
  return { area, kind, id, confidence, source: [source].flat(), probe: own.probe ?? parent.probe, row: own };
}

/** Which sources can show a claim of each kind of confidence. A repository path follows the repository: `github.com/a/b src/c.ts`. */
const PAGE = /^https:\/\/(?!github\.com\/)[\w-]+(\.[\w-]+)+(\/|$)/;
const ISSUE = /^(https:\/\/)?github\.com\/[\w-]+\/[\w.-]+\/issues\/\d+\b/;
const REPOSITORY_PATH = /^(github\.com\/[\w-]+\/[\w.-]+ [\w.-]+[\w/.:-]*|contract\/observed\/[\w.-]+\.json$)/;
const SOURCES = {
  observed: [ISSUE, REPOSITORY_PATH],
  documented: [PAGE],
  'public-sdk': [REPOSITORY_PATH],
};

/** Whether a source that somebody can open shows the claim. An inferred claim needs none. */
export function hasSource({ confidence, source }) {
  const forms = SOURCES[kindOfConfidence(confidence ?? '')];
  return !forms || source.some((text) => forms.some((form) => form.test(text)));
}

/** The claims of a field: that it exists with its type, and the unit of an amount. */
function fieldClaims(area, kind, id, field, parent) {
  const { unit, unitConfidence = unit === 'unknown' ? 'inferred' : undefined } = field;
  const { confidence, source, probe } = { ...parent, ...field };
  const ofUnit = { confidence: unitConfidence };
  return [
    claim(area, kind, id, field, parent),
    ...(unit ? [claim(area, 'unit', `${id}/unit`, ofUnit, { confidence, source, probe })] : []),
  ];
}

function operationClaims({ area, key, row }) {
  const fields = (kind, part, list = []) =>
    list.flatMap((field) => fieldClaims(area, kind, `${key}/${part}/${field.name}`, field, row));
  return [
    claim(area, 'operation', key, row),
    ...fields('request', 'path', row.pathParams),
    ...fields('request', 'query', row.query),
    ...fields('request', 'body', row.body),
    ...fields('response', 'response', row.response.fields),
    ...row.errors.map((error) => claim(area, 'error', `${key}/error/${error.id}`, error, row)),
  ];
}

function areaClaims(area, { transitions = [], rules = [], envelope = [], events = [], traps = [] }) {
  const parent = { probe: 'none: no step checks it' };
  const documented = { ...parent, confidence: 'documented' };
  return [
    ...transitions.map((row) => claim(area, 'transition', `${area}/transition/${row.id}`, row, parent)),
    ...rules.map((row) => claim(area, 'rule', `${area}/rule/${row.id}`, row, parent)),
    ...envelope.map((field) => claim(area, 'event', `${area}/envelope/${field.name}`, field, documented)),
    ...events.flatMap((event) => {
      const id = `${area}/event/${event.eventTypeId}`;
      const members = event.eventData.flatMap((field) =>
        fieldClaims(area, 'event', `${id}/${field.name}`, field, { ...parent, ...event }),
      );
      return [claim(area, 'event', id, event, parent), ...members];
    }),
    ...traps.map((row) => claim(area, 'trap', row.id, row, parent)),
  ];
}

/** All claims of the contract. */
export const claimsOf = (contract) => [
  ...operationsOf(contract).flatMap(operationClaims),
  ...Object.entries(contract).flatMap(([area, file]) => areaClaims(area, file)),
];
