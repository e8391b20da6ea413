import { isObject } from '../core/values/plain-data.js';
import type { PayEventType } from './event-types.js';
import { checkExpectation, isMissing, isRounded } from './expectations.js';
import type { AmountUnit } from './expectations.js';
import type { Wire } from './wire.types.js';
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
    const message = 'the payload must be an object, or contain one in EventData';
    return {
      valid: false,
      data: null,
      issues: [{ code: 'invalid', field: 'EventData', message }],
      warnings: [],
    };
  }
  const sentType = isObject(payload) ? readInteger(payload.EventTypeId) : null;
  const [onlyType = null] = eventTypes.length === 1 ? eventTypes : [];
  const issues = [
    ...checkEventType(sentType, eventTypes),
    ...checkRequired(data, rules),
    ...checkExpectations(data, expectations, rules.amountUnit ?? 'major'),
  ];
  const warnings = [...warnOfRounding(data), ...(rules.warn?.(data, sentType ?? onlyType) ?? [])];
  return { valid: issues.length === 0, data, issues: withoutDuplicates(issues), warnings };
}

function checkEventType(eventTypeId: number | null, expected: readonly number[]): PayWebhookIssue[] {
  if (eventTypeId === null || expected.includes(eventTypeId)) return [];
  const message = `EventTypeId is ${eventTypeId}, expected ${expected.join(' or ')}`;
  return [{ code: 'mismatch', field: 'EventTypeId', message }];
}

function checkRequired(
  data: Record<string, unknown>,
  { required, oneOf = [] }: ValidationRules,
): PayWebhookIssue[] {
  const missing = required.filter((field) => isMissing(data[field]));
  if (oneOf.length > 0 && oneOf.every((field) => isMissing(data[field]))) missing.push(oneOf.join('|'));
  return missing.map((field) => ({
    code: 'missing',
    field,
    message: `${field} is missing from the payload`,
  }));
}

function checkExpectations(
  data: Record<string, unknown>,
  expectations: unknown,
  unit: AmountUnit,
): PayWebhookIssue[] {
  if (expectations === undefined) return [];
  if (!isObject(expectations)) {
    return [{ code: 'invalid', field: 'expectations', message: 'expectations must be an object' }];
  }
  return Object.entries(expectations)
    .filter(([, expected]) => expected !== undefined)
    .map(([name, expected]) => checkExpectation(name, expected, data, unit))
    .filter((issue) => issue !== null);
}

function warnOfRounding(data: Record<string, unknown>): PayWebhookIssue[] {
  if (!isRounded(data.OrderCode)) return [];
  const message = 'OrderCode was rounded when it was parsed: read the body with readPayWebhook';
  return [{ code: 'invalid', field: 'OrderCode', message }];
}

// A member that is both required and expected would otherwise be reported as missing twice.
function withoutDuplicates(issues: PayWebhookIssue[]): PayWebhookIssue[] {
  return issues.filter(
    ({ code, field }, at) => issues.findIndex((issue) => issue.code === code && issue.field === field) === at,
  );
}
