import { isIBAN } from 'class-validator';
import { memberRule } from '../../core/options/validators.js';

const LONGEST = 31;

/** Validates an IBAN as the service accepts it: no spaces, at most 31 characters, correct check digits. */
export function IsIban(): PropertyDecorator {
  return memberRule(
    'isIban',
    (value) => typeof value === 'string' && value.length <= LONGEST && !/[\s-]/.test(value) && isIBAN(value),
    // The message omits the value, because an IBAN is personal data.
    'must be a valid IBAN without spaces, such as DE89370400440532013000',
  );
}
