// class-transformer reads reflected types as soon as an options class is declared.
import 'reflect-metadata';
import { ValidateBy } from 'class-validator';
import type { ValidationArguments, ValidationOptions } from 'class-validator';
import { isLoopbackHost } from '../operation/hosts.js';
import { isReadableId, READABLE_ID } from '../operation/path-parameter.js';
import { isWebAddress } from '../values/web-address.js';

/** @param problem the expected value, as the end of a sentence. */
function valueRule(
  name: string,
  validate: (value: unknown) => boolean,
  problem: string,
  options?: ValidationOptions,
): PropertyDecorator {
  return ValidateBy(
    { name, validator: { validate, defaultMessage: (args) => `${args?.property} ${problem}` } },
    options,
  );
}

/** Checks an amount in minor units: 1050 is 10.50 EUR. */
export function IsMinorUnits(
  { min = 0, max = Infinity }: { min?: number; max?: number } = {},
  options?: ValidationOptions,
): PropertyDecorator {
  const atLeast = min > 0 ? ` of at least ${min}` : '';
  const range = max === Infinity ? atLeast : ` from ${min} to ${max}`;
  const isAmount = (value: unknown): boolean =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
  return valueRule(
    'isMinorUnits',
    isAmount,
    `must be a whole number of minor units (1050 for 10.50)${range}`,
    options,
  );
}

/** Checks an ISO 4217 numeric currency code: three digits as a string, or a number. */
export function IsNumericCurrency(options?: ValidationOptions): PropertyDecorator {
  const isCode = (value: unknown): boolean =>
    (typeof value === 'string' && /^\d{3}$/.test(value)) ||
    (Number.isInteger(value) && (value as number) > 0 && (value as number) < 1000);
  return valueRule(
    'isNumericCurrency',
    isCode,
    "must be an ISO 4217 numeric code, such as '978' for EUR",
    options,
  );
}

/** Checks an id of the caller that is used in a path later. It must survive unchanged there. */
export function IsReadableId(): PropertyDecorator {
  return valueRule('isReadableId', isReadableId, READABLE_ID);
}

/** Checks an absolute http or https address without credentials. */
export function IsWebAddress(options?: ValidationOptions): PropertyDecorator {
  return valueRule(
    'isWebAddress',
    (value) => typeof value === 'string' && isWebAddress(value),
    'must be an absolute web address without credentials, white space or backslashes',
    options,
  );
}

/** Checks an address for webhooks: https, or http on this machine. */
export function IsReceiverAddress(options?: ValidationOptions): PropertyDecorator {
  return valueRule(
    'isReceiverAddress',
    isReceiverAddress,
    'must be an absolute https address (http on localhost only)',
    options,
  );
}

function isReceiverAddress(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

/**
 * Checks the whole object and reports problems on one of its members. It also runs if that member is absent,
 * so do not combine it with `@IsOptional()`.
 */
export function Rule<Dto extends object>(
  name: string,
  holds: (dto: Dto) => boolean,
  problem: string,
): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (_value, args?: ValidationArguments) => args !== undefined && holds(args.object as Dto),
      defaultMessage: (args) => `${args?.property} ${problem}`,
    },
  });
}
