// class-transformer reads reflected types as soon as an options class is declared.
import 'reflect-metadata';
import { Type } from 'class-transformer';
import { IsArray, IsObject, ValidateBy, ValidateNested } from 'class-validator';
import type { ValidationArguments, ValidationOptions } from 'class-validator';
import { isLoopbackHost } from '../operation/hosts.js';
import type { OptionsClass } from '../operation/operation.js';
import { isReadableId, READABLE_ID } from '../operation/path-parameter.js';
import { isWebAddress } from '../values/web-address.js';

/** Creates a decorator that checks one member. `problem` is what its message says after the name of the member. */
export function memberRule(
  name: string,
  holds: (value: unknown, options: Readonly<Record<string, unknown>>) => boolean,
  problem: string | ((value: unknown) => string),
): (options?: ValidationOptions) => PropertyDecorator {
  const validator = {
    validate: (value: unknown, args?: ValidationArguments) =>
      holds(value, (args?.object ?? {}) as Record<string, unknown>),
    defaultMessage: (args?: ValidationArguments) =>
      `${args?.property} ${typeof problem === 'string' ? problem : problem(args?.value)}`,
  };
  return (options) => ValidateBy({ name, validator }, options);
}

/** Skips one check of an absent member, while others run: `@IsBoolean({ validateIf: isPresent })`. */
export const isPresent = (_options: object, value: unknown): boolean => value !== undefined && value !== null;

/** Checks an amount in minor units: 1050 is 10.50 EUR. */
export function IsMinorUnits({ min = 0, max = Infinity } = {}): PropertyDecorator {
  const range = max < Infinity ? ` from ${min} to ${max}` : min > 0 ? ` of at least ${min}` : '';
  return memberRule(
    'isMinorUnits',
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
    `must be a whole number of minor units (1050 for 10.50)${range}`,
  )();
}

/** Checks an ISO 4217 numeric currency code: three digits as a string, or a number. */
export const IsNumericCurrency = memberRule(
  'isNumericCurrency',
  (value) =>
    (typeof value === 'string' && /^\d{3}$/.test(value)) ||
    (Number.isInteger(value) && Number(value) > 0 && Number(value) < 1000),
  "must be an ISO 4217 numeric code, such as '978' for EUR",
);

/** Checks an ISO 4217 numeric currency code that the service accepts as a string only. */
export const IsCurrencyText = memberRule(
  'isCurrencyText',
  (value) => typeof value === 'string' && /^\d{3}$/.test(value),
  "must be an ISO 4217 numeric code as a string, for example '978' for EUR",
);

/** Checks an ISO 3166-1 alpha-2 country code. */
export const IsCountryCode = memberRule(
  'isCountryCode',
  (value) => typeof value === 'string' && /^[A-Za-z]{2}$/.test(value),
  'must be an ISO 3166-1 alpha-2 code, such as GB',
);

/** Checks an id of the caller that is used in a path later. It must survive unchanged there. */
export const IsReadableId = memberRule('isReadableId', isReadableId, READABLE_ID);

/** Checks an absolute http or https address without credentials. */
export const IsWebAddress = memberRule(
  'isWebAddress',
  (value) => typeof value === 'string' && isWebAddress(value),
  'must be an absolute web address without credentials, white space or backslashes',
);

/** Checks an address for webhooks: https, or http on this machine. */
export const IsReceiverAddress = memberRule(
  'isReceiverAddress',
  isReceiverAddress,
  'must be an absolute https address (http on localhost only)',
);

function isReceiverAddress(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/** Checks an object by the rules of its class. */
export function IsNested(options: () => OptionsClass): PropertyDecorator {
  return allOf(IsObject(), ValidateNested(), Type(options));
}

/** Checks a list of objects by the rules of their class. */
export function IsNestedList(options: () => OptionsClass): PropertyDecorator {
  return allOf(IsArray(), ValidateNested({ each: true }), Type(options));
}

/** Applies decorators like a member that lists them: the last one first. */
function allOf(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, name) => {
    for (const decorate of decorators.toReversed()) decorate(target, name);
  };
}

/**
 * Creates a decorator that checks the whole object and reports problems on one of its members. It also runs if that member is
 * absent, so do not combine it with `@IsOptional()`.
 */
export function objectRule<Dto extends object>(
  name: string,
  holds: (dto: Dto) => boolean,
  problem: string,
): () => PropertyDecorator {
  return memberRule(name, (_, options) => holds(options as Dto), problem);
}
