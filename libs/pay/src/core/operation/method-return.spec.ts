import { expect, it } from '@jest/globals';
import { unwrap } from './method-return.js';

it.each([undefined, Promise.resolve()])('unwrap throws for a value other than a result: %j', (value) => {
  expect(() => unwrap(value as never)).toThrow('unwrap takes the result of a method: await it first');
});
