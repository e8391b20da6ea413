import { isIBAN, ValidateBy } from 'class-validator';

const LONGEST = 31;

/** An IBAN as the service takes it: without spaces, at most 31 characters, its check digits right. */
export function IsIban(): PropertyDecorator {
  return ValidateBy({
    name: 'isIban',
    validator: {
      validate: (value) =>
        typeof value === 'string' && value.length <= LONGEST && !/[\s-]/.test(value) && isIBAN(value),
      // The value stays out of the sentence: it is someone's account.
      defaultMessage: (args) =>
        `${args?.property} must be a valid IBAN without spaces, such as DE89370400440532013000`,
    },
  });
}
