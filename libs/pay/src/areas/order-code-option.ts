import { ValidateBy } from 'class-validator';
import { readOrderCode } from '../core/values/order-code.js';

/** Validates an order code: up to 19 digits, as an exact number, a string or a bigint. */
export function IsOrderCode(): PropertyDecorator {
  return ValidateBy({
    name: 'isOrderCode',
    validator: {
      validate: (value) => 'text' in readOrderCode(value),
      defaultMessage: (args) => {
        const read = readOrderCode(args?.value);
        return `${args?.property} ${'problem' in read ? read.problem : 'must be an order code'}`;
      },
    },
  });
}
