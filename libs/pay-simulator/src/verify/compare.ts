import { isDeepStrictEqual } from 'node:util';
import { ENVELOPE, EVENTS, OPERATIONS, OTHER_CLAIMS } from './contract.generated.js';
import { fitsType } from './field-type.js';
import { isObject } from '../domain/json-kinds.js';
import { shapeOf } from './mask.js';
import { reasonOf } from './reasons.js';
import { operationOf } from './probe-session.js';
import type {
  AreaScore,
  Check,
  Claim,
  ClaimReport,
  ContractField,
  DeliveryRecord,
  Exchange,
  ProbeClass,
  ProbeRecord,
  SchemaType,
  Transcript,
  Verdict,
  VerifyReport,
} from './verify.types.js';

/** All claims of the contract, and the class of probes that can check each. */
export function allClaims(): readonly Claim[] {
  const ofOperations = Object.entries(OPERATIONS).flatMap(([key, operation]) => {
    const claim = (part: string, probe = operation.probe): Claim => ({
      id: part === '' ? key : `${key}/${part}`,
      area: operation.area,
      probe,
    });
    return [
      claim(''),
      ...operation.request.map((own) => (typeof own === 'string' ? claim(own) : claim(...own))),
      ...claimsOfFields(`${key}/response/`, operation.area, operation.response, operation.probe),
      ...Object.entries(operation.errors).map(([id, { probe }]) => claim(`error/${id}`, probe)),
    ];
  });
  const ofEvents = Object.entries(EVENTS).flatMap(([type, { probe, members }]) => {
    const area = 'webhook-events';
    const id = `${area}/event/${type}`;
    return [{ id, area, probe }, ...claimsOfFields(`${id}/`, area, members, probe)];
  });
  const others = Object.entries(OTHER_CLAIMS).flatMap(([area, byProbe]) =>
    Object.entries(byProbe).flatMap(([probe, ids]) => ids.map((id): Claim => ({ id, area, probe }))),
  );
  return [...ofOperations, ...ofEvents, ...others];
}

function claimsOfFields(
  prefix: string,
  area: string,
  fields: Readonly<Record<string, ContractField>>,
  ofParent: string,
): readonly Claim[] {
  return Object.entries(fields).flatMap(([name, { unit, probe = ofParent }]) =>
    [name, ...(unit ? [`${name}/unit`] : [])].map((part) => ({ id: prefix + part, area, probe })),
  );
}

/** A worse finding about a claim replaces a better one. */
const SEVERITY: readonly Verdict[] = ['not probed', 'agrees', 'simulator differs', 'contract differs'];

type Finding = Omit<ClaimReport, 'area'>;
type Findings = ReadonlyMap<string, Finding>;
/** What a step shows about a claim. */
type Judgement = Omit<Finding, 'probe'>;

/** Judges a claim by what the service responded, what the contract says and what the simulator responded. */
function judge(
  id: string,
  service: string,
  contract: { holds: boolean; claim: string },
  simulator: string,
): Judgement {
  if (!contract.holds)
    return {
      id,
      verdict: 'contract differs',
      reason: `the service: ${service}; the contract: ${contract.claim}`,
    };
  return service === simulator
    ? { id, verdict: 'agrees' }
    : { id, verdict: 'simulator differs', reason: `the service: ${service}; the simulator: ${simulator}` };
}

/** Whether a claim is about one of these operations. */
export const isAbout = (id: string, operations: readonly string[]): boolean =>
  operations.some((key) => id === key || id.startsWith(`${key}/`));

/** IDs of the claims about these operations that no source supports. */
export const guessesOf = (operations: readonly string[]): readonly string[] =>
  operations.flatMap((key) =>
    operationOf(key).inferred.map((part) => (part === '' ? key : `${key}/${part}`)),
  );

/** IDs of the claims that this probe shows. */
export const shownClaims = (record: ProbeRecord): readonly string[] => [
  ...findingsOf([record], [record]).keys(),
];

/** IDs of the claims that this probe shows to be different. */
export const differencesOf = (record: ProbeRecord, simulator: Transcript): readonly string[] =>
  [...findingsOf([record], simulator.probes).values()]
    .filter(({ verdict }) => verdict !== 'agrees')
    .map(({ id }) => id);

/**
 * Compares what the service responded with the contract and with what the simulator responded to the same requests.
 *
 * @param only - operations whose claims are reported. @default all claims
 */
export function compare(service: Transcript, simulator: Transcript, only?: readonly string[]): VerifyReport {
  checkClaims(service);
  const findings = findingsOf(service.probes, simulator.probes);
  const inSimulator = findingsOf(simulator.probes, simulator.probes);
  const claims = allClaims();
  const known = new Set(claims.map(({ id }) => id));
  const reports = [
    ...claims.map((claim): ClaimReport => ({
      area: claim.area,
      ...(findings.get(claim.id) ?? {
        id: claim.id,
        verdict: 'not probed',
        reason: whyNotProbed(claim, service, inSimulator.get(claim.id)?.probe),
      }),
    })),
    // Members that the contract does not have.
    ...[...findings.values()]
      .filter(({ id }) => !known.has(id))
      .map((found): ClaimReport => ({ area: areaOf(found.id), ...found })),
  ].filter(({ id }) => only === undefined || isAbout(id, only));
  return {
    target: service.target,
    date: service.date,
    classes: service.classes,
    claims: reports,
    areas: scores(reports),
  };
}

function findingsOf(service: readonly ProbeRecord[], simulator: readonly ProbeRecord[]): Findings {
  const findings = new Map<string, Finding>();
  for (const probe of service) {
    const same = simulator.find(({ id }) => id === probe.id);
    const found = [
      ...judged(probe.exchanges, same?.exchanges, judgeExchange),
      ...judged(probe.checks, same?.checks, judgeCheck),
      ...judged(probe.deliveries, same?.deliveries, judgeDelivery),
    ];
    for (const { step, ...judgement } of found) {
      const known = findings.get(judgement.id);
      if (known && SEVERITY.indexOf(known.verdict) >= SEVERITY.indexOf(judgement.verdict)) continue;
      findings.set(judgement.id, { ...judgement, probe: `${probe.id}/${step}` });
    }
  }
  return findings;
}

/** Judges each part of a probe by the simulator's part of the same step. */
const judged = <Part extends { step: string }>(
  parts: readonly Part[],
  simulated: readonly Part[] = [],
  judgePart: (part: Part, simulated: Part | undefined) => readonly Judgement[],
): readonly (Judgement & { step: string })[] =>
  parts.flatMap((part) => {
    const same = simulated.find(({ step }) => step === part.step);
    return judgePart(part, same).map((judgement) => ({ ...judgement, step: part.step }));
  });

/** @throws RangeError if a probe names a claim that the contract does not have: its ID changed. */
function checkClaims({ probes }: Transcript): void {
  const known = new Set(allClaims().map(({ id }) => id));
  for (const { id, exchanges, checks } of probes)
    for (const { step, claims } of [...exchanges.map((one) => ({ ...one, claims: one.shows })), ...checks])
      for (const claim of claims)
        if (!known.has(claim)) throw new RangeError(`${id}/${step}: the contract has no claim ${claim}`);
}

/** @param shown - probe and step that showed the claim in the simulator */
function whyNotProbed(
  { id, probe }: Claim,
  { classes, probes }: Transcript,
  shown: string | undefined,
): string {
  if (probe.startsWith('none: ')) return probe.slice('none: '.length);
  if (!classes.includes(probe as ProbeClass)) return `the class ${probe} was not chosen`;
  if (shown === undefined) return reasonOf(id) ?? 'no probe shows it yet';
  const stopped = probes.find((one) => one.id === shown.split('/')[0])?.stopped;
  return stopped ?? 'no response of this account showed it';
}

const areaOf = (id: string): string => OPERATIONS[id.split('/')[0] ?? '']?.area ?? 'unknown';

function judgeExchange(exchange: Exchange, simulator: Exchange | undefined): readonly Judgement[] {
  const key = exchange.operation;
  const operation = operationOf(key);
  const isSuccess = exchange.expects === 'success';
  const id = isSuccess ? key : `${key}/error/${exchange.expects}`;
  const contract: readonly (number | null)[] = isSuccess
    ? operation.statuses
    : [operation.errors[exchange.expects]?.status ?? null];
  const { status, headers, body } = exchange.response;
  const isAsStated = contract.includes(status) || contract.includes(null);
  const said = `HTTP ${contract.map((one) => one ?? 'no status').join(' or ')}`;
  // Two successes differ if one account has data and the other has none, as 200 and 204 do.
  const other = simulator?.response.status;
  const isOtherSuccess = isSuccess && other !== undefined && other !== status && contract.includes(other);
  const simulated = `HTTP ${isOtherSuccess ? status : (other ?? 'none')}`;
  const ofStatus = [id, ...exchange.shows].map((claim) =>
    judge(claim, `HTTP ${status}`, { holds: isAsStated, claim: said }, simulated),
  );
  if (!isAsStated || isOtherSuccess) return ofStatus;
  const otherHeaders = listed(simulator?.response.headers ?? {});
  return [
    ...ofStatus,
    judge(id, listed(headers), { holds: true, claim: '' }, otherHeaders),
    ...(isSuccess
      ? judgeShapes(`${key}/response/`, operation.response, body, simulator?.response.body)
      : [judgeError(id, exchange, simulator)]),
  ];
}

const listed = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
    .join(', ');

/** An error has the code of the contract, and the same members, types and codes in both responses. */
function judgeError(id: string, exchange: Exchange, simulator: Exchange | undefined): Judgement {
  const { errors } = operationOf(exchange.operation);
  const code = errors[exchange.expects]?.code ?? null;
  const said = JSON.stringify([exchange.response.body, exchange.response.headers]);
  const holds = code === null || codesOf(String(code)).some((one) => said.includes(one));
  const text = (from: Exchange | undefined): string =>
    listed(Object.fromEntries(shapeOf(from?.response.body)));
  return judge(id, text(exchange), { holds, claim: `code ${String(code)}` }, text(simulator));
}

/** Codes in a text of the contract, such as `1205` and `1207` in `X-Viva-EventId 1205 / 1207`. */
const codesOf = (text: string): string[] =>
  text.split(/[\s/,]+/).filter((word) => !/^(X-Viva-EventId|ErrorText|ErrorCode|EventId|)$/i.test(word));

/** The envelope and the data of an event have the members of the contract. A different set of headers is a difference of the event. */
function judgeDelivery(
  { body, headers }: DeliveryRecord,
  simulator: DeliveryRecord | undefined,
): readonly Judgement[] {
  const { EventData: data, ...members } = isObject(body) ? body : {};
  const { EventData: otherData, ...otherMembers } = isObject(simulator?.body) ? simulator.body : {};
  const type = String(members['EventTypeId']);
  const event = `webhook-events/event/${type}`;
  const stated = { holds: EVENTS[type] !== undefined, claim: 'no such event' };
  const said = (list: readonly string[] = ['none']): string => `headers ${list.join(', ')}`;
  return [
    judge(event, said(headers), stated, said(simulator?.headers)),
    ...judgeShapes('webhook-events/envelope/', ENVELOPE, members, otherMembers),
    ...judgeShapes(`${event}/`, EVENTS[type]?.members ?? {}, data, otherData),
  ];
}

/** Each member has the type and the unit of the contract, and the same type in both responses. */
function judgeShapes(
  claims: string,
  fields: Readonly<Record<string, ContractField>>,
  serviceBody: unknown,
  simulatorBody: unknown,
): readonly Judgement[] {
  const service = shapeOf(serviceBody);
  const other = shapeOf(simulatorBody);
  const ofService = [...service].flatMap(([path, kind]) => {
    const { name, field } = fieldOf(path, fields);
    if (isNoClaim(path, kind, field)) return [];
    const claim = field === undefined ? 'no such member' : `type ${[field.type].flat().join('|')}`;
    const holds = field !== undefined && fitsType(kind, field.type);
    const inSimulator = isInEmptyList(path, other) ? kind : (other.get(path) ?? 'no such member');
    const isSame = sameKind(kind, inSimulator, path, field?.type ?? 'no such member');
    const simulated = isSame ? kind : inSimulator;
    const ofType = judge(claims + name, kind, { holds, claim }, simulated);
    if (field?.unit === undefined || !/^(minor|major)$/.test(kind)) return [ofType];
    const unit = { holds: field.unit === kind, claim: field.unit };
    return [ofType, judge(`${claims}${name}/unit`, kind, unit, simulated)];
  });
  const onlySimulated = [...other].filter(([path, kind]) => {
    const isShown = service.has(path) || isInEmptyList(path, service);
    return !isShown && !isNoClaim(path, kind, fieldOf(path, fields).field);
  });
  return [
    ...ofService,
    ...onlySimulated.map(([path, kind]) =>
      judge(claims + fieldOf(path, fields).name, 'no such member', { holds: true, claim: '' }, kind),
    ),
  ];
}

/** Members that only contain other members are not claims of their own, nor are pages. */
const isNoClaim = (path: string, kind: string, field: ContractField | undefined): boolean =>
  field === undefined && (/^(object|array)$/.test(kind) || path === '');

/** The contract's field for a path of a response. The items of a list of strings belong to the field of the list. */
function fieldOf(
  path: string,
  fields: Readonly<Record<string, ContractField>>,
): { name: string; field: ContractField | undefined } {
  // `items[]` stands for the elements of a response that is a list.
  const name = path === '' ? '(body)' : fields[`items${path}`] === undefined ? path : `items${path}`;
  const list = fields[name.replace(/\[\]$/, '')];
  if (fields[name] !== undefined || !path.endsWith('[]') || list === undefined)
    return { name, field: fields[name] };
  return { name: name.replace(/\[\]$/, ''), field: { type: list.items ?? [] } };
}

/** Whether two masked values differ only as the data of two accounts can differ. */
function sameKind(a: string, b: string, path: string, type: SchemaType): boolean {
  if ((a === 'null' || b === 'null') && b !== 'no such member' && fitsType('null', type)) return true;
  const isAccountData = path.includes('[]') || /currencyCode$/i.test(path);
  const kind = (one: string): string => {
    if (/^(integer|decimal)$/.test(one)) return 'number';
    if (one === 'digits') return 'text';
    if (!isAccountData) return one;
    if (/^(minor|major|number)\b/.test(one)) return 'number';
    return one.replace(/^string .*/, 'text');
  };
  return kind(a) === kind(b);
}

/** A list without rows shows no members. */
function isInEmptyList(path: string, shape: ReadonlyMap<string, string>): boolean {
  const list = path.slice(0, path.indexOf('[]'));
  return path.includes('[]') && ![...shape.keys()].some((known) => known.startsWith(`${list}[]`));
}

function judgeCheck(check: Check, simulator: Check | undefined): readonly Judgement[] {
  const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
  const holds = isDeepStrictEqual(check.actual, check.expected);
  return check.claims.map((claim) =>
    judge(claim, text(check.actual), { holds, claim: text(check.expected) }, text(simulator?.actual)),
  );
}

function scores(claims: readonly ClaimReport[]): readonly AreaScore[] {
  const areas = [...new Set(claims.map(({ area }) => area))].sort();
  return areas.map((area) => {
    const count = (verdict: Verdict): number =>
      claims.filter((claim) => claim.area === area && claim.verdict === verdict).length;
    const agrees = count('agrees');
    const simulatorDiffers = count('simulator differs');
    const contractDiffers = count('contract differs');
    const probed = agrees + simulatorDiffers + contractDiffers;
    return {
      area,
      agrees,
      simulatorDiffers,
      contractDiffers,
      notProbed: count('not probed'),
      score: probed === 0 ? null : agrees / probed,
    };
  });
}
