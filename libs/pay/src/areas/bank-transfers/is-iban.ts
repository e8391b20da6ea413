import { isIBAN, ValidateBy } from 'class-validator';

const LONGEST = 31;

/** Validates an IBAN as the service accepts it: no spaces, at most 31 characters, correct check digits. */
export function IsIban(): PropertyDecorator {
  return ValidateBy({
    name: 'isIban',
    validator: {
      validate: (value) =>
        typeof value === 'string' && value.length <= LONGEST && !/[\s-]/.test(value) && isIBAN(value),
      // The message omits the value, because an IBAN is personal data.
      defaultMessage: (args) =>
        `${args?.property} must be a valid IBAN without spaces, such as DE89370400440532013000`,
    },
  });
}
