import { ValidateBy } from 'class-validator';
import { readOrderCode } from '../core/values/order-code.js';

/** An option that is an order code: up to 19 digits, as a number that is exact, text or bigint. */
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
