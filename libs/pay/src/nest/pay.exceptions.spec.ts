import { inspect } from 'node:util';
import { expect, it } from '@jest/globals';
import { PayOptionsError } from './pay.exceptions.js';

it('a log shows each problem of the options once, as Nest prints an error with its members', () => {
  const error = new PayOptionsError(
    ['webhooks.path must be a path', 'PAY_DEV must be true or false'],
    'shop',
  );
  expect(error.problems).toEqual(['webhooks.path must be a path', 'PAY_DEV must be true or false']);
  expect(inspect(error).match(/webhooks\.path must be a path/g)).toHaveLength(1);
});
