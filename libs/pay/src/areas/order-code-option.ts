import { ValidateBy } from 'class-validator';
import { readInt64 } from '../core/values/int64.js';

/** Validates an order code: up to 19 digits, as an exact number, a string or a bigint. */
export function IsOrderCode(): PropertyDecorator {
  return ValidateBy({
    name: 'isOrderCode',
    validator: {
      validate: (value) => 'text' in readInt64(value),
      defaultMessage: (args) => {
        const read = readInt64(args?.value);
        return `${args?.property} ${'problem' in read ? read.problem : 'must be an order code'}`;
      },
    },
  });
}
