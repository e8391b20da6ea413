import { memberRule } from '../core/options/validators.js';
import { readInt64 } from '../core/values/int64.js';

/** Validates an order code: up to 19 digits, as an exact number, a string or a bigint. */
export function IsOrderCode(): PropertyDecorator {
  return memberRule(
    'isOrderCode',
    (value) => 'text' in readInt64(value),
    (value) => {
      const read = readInt64(value);
      return 'problem' in read ? read.problem : 'must be an order code';
    },
  );
}
