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

/** Adds the findings of a step, the probe and the step that shows them. */
class StepFindings {
  constructor(
    private readonly byClaim: Map<string, Finding>,
    private readonly probe: string,
  ) {}

  add(id: string, verdict: Verdict, reason?: string): void {
    const known = this.byClaim.get(id);
    if (known && SEVERITY.indexOf(known.verdict) >= SEVERITY.indexOf(verdict)) return;
    this.byClaim.set(id, { id, verdict, probe: this.probe, ...(reason !== undefined && { reason }) });
  }

  /** Adds a finding from what the service responded, what the contract says and what the simulator responded. */
  judge(id: string, service: string, contract: { holds: boolean; claim: string }, simulator: string): void {
    if (!contract.holds)
      this.add(id, 'contract differs', `the service: ${service}; the contract: ${contract.claim}`);
    else if (service !== simulator)
      this.add(id, 'simulator differs', `the service: ${service}; the simulator: ${simulator}`);
    else this.add(id, 'agrees');
  }
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
    const compareEach = <Part extends { step: string }>(
      parts: readonly Part[],
      simulated: readonly Part[] = [],
      compareParts: (findings: StepFindings, part: Part, other: Part | undefined) => void,
    ): void => {
      for (const part of parts) {
        const other = simulated.find(({ step }) => step === part.step);
        compareParts(new StepFindings(findings, `${probe.id}/${part.step}`), part, other);
      }
    };
    compareEach(probe.exchanges, same?.exchanges, compareExchange);
    compareEach(probe.checks, same?.checks, compareCheck);
    compareEach(probe.deliveries, same?.deliveries, compareDelivery);
  }
  return findings;
}

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

function compareExchange(findings: StepFindings, exchange: Exchange, simulator: Exchange | undefined): void {
  const key = exchange.operation;
  const operation = operationOf(key);
  const isSuccess = exchange.expects === 'success';
  const id = isSuccess ? key : `${key}/error/${exchange.expects}`;
  const contract: readonly (number | null)[] = isSuccess
    ? operation.statuses
    : [operation.errors[exchange.expects]?.status ?? null];
  const { status } = exchange.response;
  const isAsStated = contract.includes(status) || contract.includes(null);
  const said = contract.map((one) => one ?? 'no status').join(' or ');
  // Two successes differ if one account has data and the other has none, as 200 and 204 do.
  const other = simulator?.response.status;
  const isOtherSuccess = isSuccess && other !== undefined && other !== status && contract.includes(other);
  for (const claim of [id, ...exchange.shows])
    findings.judge(
      claim,
      `HTTP ${status}`,
      { holds: isAsStated, claim: `HTTP ${said}` },
      `HTTP ${isOtherSuccess ? status : (other ?? 'none')}`,
    );
  if (!isAsStated || isOtherSuccess) return;
  const [headers, expected] = [exchange.response.headers, simulator?.response.headers ?? {}].map(listed);
  findings.judge(id, headers ?? '', { holds: true, claim: '' }, expected ?? '');
  const bodies = [exchange.response.body, simulator?.response.body] as const;
  if (isSuccess) compareShapes(findings, `${key}/response/`, operation.response, ...bodies);
  else compareError(findings, id, exchange, simulator);
}

const listed = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .sort()
    .join(', ');

/** An error has the code of the contract, and the same members, types and codes in both responses. */
function compareError(
  findings: StepFindings,
  id: string,
  exchange: Exchange,
  simulator: Exchange | undefined,
): void {
  const { errors } = operationOf(exchange.operation);
  const code = errors[exchange.expects]?.code ?? null;
  const said = JSON.stringify([exchange.response.body, exchange.response.headers]);
  const holds = code === null || codesOf(String(code)).some((one) => said.includes(one));
  const text = (from: Exchange | undefined): string =>
    listed(Object.fromEntries(shapeOf(from?.response.body)));
  findings.judge(id, text(exchange), { holds, claim: `code ${String(code)}` }, text(simulator));
}

/** Codes in a text of the contract, such as `1205` and `1207` in `X-Viva-EventId 1205 / 1207`. */
const codesOf = (text: string): string[] =>
  text.split(/[\s/,]+/).filter((word) => !/^(X-Viva-EventId|ErrorText|ErrorCode|EventId|)$/i.test(word));

/** The envelope and the data of an event have the members of the contract. A different set of headers is a difference of the event. */
function compareDelivery(
  findings: StepFindings,
  { body, headers }: DeliveryRecord,
  simulator: DeliveryRecord | undefined,
): void {
  const envelope = isObject(body) ? body : {};
  const other = isObject(simulator?.body) ? simulator.body : {};
  const type = String(envelope['EventTypeId']);
  const event = `webhook-events/event/${type}`;
  const stated = { holds: EVENTS[type] !== undefined, claim: 'no such event' };
  findings.judge(
    event,
    `headers ${headers.join(', ')}`,
    stated,
    `headers ${simulator?.headers.join(', ') ?? 'none'}`,
  );
  const { EventData: data, ...members } = envelope;
  const { EventData: otherData, ...otherMembers } = other;
  compareShapes(findings, 'webhook-events/envelope/', ENVELOPE, members, otherMembers);
  compareShapes(findings, `${event}/`, EVENTS[type]?.members ?? {}, data, otherData);
}

/** Each member has the type and the unit of the contract, and the same type in both responses. */
function compareShapes(
  findings: StepFindings,
  claims: string,
  fields: Readonly<Record<string, ContractField>>,
  serviceBody: unknown,
  simulatorBody: unknown,
): void {
  const service = shapeOf(serviceBody);
  const other = shapeOf(simulatorBody);
  for (const [path, kind] of service) {
    const { name, field } = fieldOf(path, fields);
    // Members that only contain other members are not claims of their own, nor are pages.
    if (field === undefined && (/^(object|array)$/.test(kind) || path === '')) continue;
    const claim = field === undefined ? 'no such member' : `type ${[field.type].flat().join('|')}`;
    const holds = field !== undefined && fitsType(kind, field.type);
    const inSimulator = isInEmptyList(path, other) ? kind : (other.get(path) ?? 'no such member');
    const isSame = sameKind(kind, inSimulator, path, field?.type ?? 'no such member');
    findings.judge(claims + name, kind, { holds, claim }, isSame ? kind : inSimulator);
    if (field?.unit !== undefined && /^(minor|major)$/.test(kind))
      findings.judge(
        `${claims}${name}/unit`,
        kind,
        { holds: field.unit === kind, claim: field.unit },
        isSame ? kind : inSimulator,
      );
  }
  for (const [path, kind] of other) {
    const { name, field } = fieldOf(path, fields);
    if (service.has(path) || isInEmptyList(path, service)) continue;
    if (field === undefined && (/^(object|array)$/.test(kind) || path === '')) continue;
    const reason = `the service: no such member; the simulator: ${kind}`;
    findings.add(claims + name, 'simulator differs', reason);
  }
}

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

function compareCheck(findings: StepFindings, check: Check, simulator: Check | undefined): void {
  const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
  for (const claim of check.claims)
    findings.judge(
      claim,
      text(check.actual),
      { holds: isDeepStrictEqual(check.actual, check.expected), claim: text(check.expected) },
      text(simulator?.actual),
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
