import { ValidateBy } from 'class-validator';
import { readOrderCode } from '../core/order-code.js';

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

/** The options with an order code as text, which some calls want. What is wrong with it is left for the check to say. */
export function withTextCode<Options extends object>(options: Options, name: keyof Options): Options {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return options;
  const read = readOrderCode(options[name]);
  return 'text' in read ? { ...options, [name]: read.text } : options;
}
