import { isObject } from '../core/values/plain-data.js';
import type { PayEventType } from './event-types.js';
import { checkExpectation, isMissing, isRounded, roundedIssue } from './expectations.js';
import type { AmountUnit } from './expectations.js';
import type { Wire } from './wire.types.js';
import { issueOf } from './event.types.js';
import type { PayWebhookIssue } from './event.types.js';
import { readInteger, unwrapEventData } from './wire-values.js';

/** Result of a soft validator. `data` of a valid payload has its required members. */
export type PayWebhookValidation<Members, Required extends keyof Members = never> =
  | {
      valid: true;
      data: Wire<Members> & { [Name in Required]: NonNullable<Members[Name]> };
      issues: PayWebhookIssue[];
      /** Problems that do not make the payload invalid. */
      warnings: PayWebhookIssue[];
    }
  | { valid: false; data: Wire<Members> | null; issues: PayWebhookIssue[]; warnings: PayWebhookIssue[] };

/** Rules of one event type. */
export interface ValidationRules {
  required: readonly string[];
  /** At least one of these members must be present. */
  oneOf?: readonly string[];
  /** @default 'major' */
  amountUnit?: AmountUnit;
  /** Returns warnings about contradictions in the payload. `eventTypeId` is null if it is unknown. */
  warn?: (data: Record<string, unknown>, eventTypeId: number | null) => PayWebhookIssue[];
}

/** Compares a payload with rules and expectations. A payload whose envelope has another type than `eventTypes` is invalid. */
export function validateEvent(
  eventTypes: readonly PayEventType[],
  rules: ValidationRules,
  payload: unknown,
  expectations: unknown,
): PayWebhookValidation<object> {
  const data = unwrapEventData(payload);
  if (data === null) {
    const issue = issueOf(
      'invalid',
      'EventData',
      'the payload must be an object, or contain one in EventData',
    );
    return { valid: false, data, issues: [issue], warnings: [] };
  }
  const sentType = isObject(payload) ? readInteger(payload.EventTypeId) : null;
  const [onlyType = null] = eventTypes.length === 1 ? eventTypes : [];
  const issues = [...checkRequired(data, rules), ...checkExpectations(data, expectations, rules.amountUnit)];
  if (sentType !== null && !eventTypes.some((type) => type === sentType)) {
    const message = `EventTypeId is ${sentType}, expected ${eventTypes.join(' or ')}`;
    issues.unshift(issueOf('mismatch', 'EventTypeId', message));
  }
  const warnings = rules.warn?.(data, sentType ?? onlyType) ?? [];
  if (isRounded(data.OrderCode)) warnings.unshift(roundedIssue('OrderCode'));
  return { valid: issues.length === 0, data, issues: withoutDuplicates(issues), warnings };
}

function checkRequired(
  data: Record<string, unknown>,
  { required, oneOf = [] }: ValidationRules,
): PayWebhookIssue[] {
  const missing = required.filter((field) => isMissing(data[field]));
  if (oneOf.length > 0 && oneOf.every((field) => isMissing(data[field]))) missing.push(oneOf.join('|'));
  return missing.map((field) => issueOf('missing', field, `${field} is missing from the payload`));
}

function checkExpectations(
  data: Record<string, unknown>,
  expectations: unknown,
  unit: AmountUnit = 'major',
): PayWebhookIssue[] {
  if (expectations === undefined) return [];
  if (!isObject(expectations)) return [issueOf('invalid', 'expectations', 'expectations must be an object')];
  return Object.entries(expectations)
    .filter(([, expected]) => expected !== undefined)
    .map(([name, expected]) => checkExpectation(name, expected, data, unit))
    .filter((issue) => issue !== null);
}

// A member that is both required and expected would otherwise be reported as missing twice.
function withoutDuplicates(issues: PayWebhookIssue[]): PayWebhookIssue[] {
  return issues.filter(
    ({ code, field }, at) => issues.findIndex((issue) => issue.code === code && issue.field === field) === at,
  );
}
