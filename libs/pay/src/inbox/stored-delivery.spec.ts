import { describe, expect, it } from '@jest/globals';
import { readDelivery } from './stored-delivery.js';

describe('a stored delivery', () => {
  it.each([
    'null',
    '[]',
    '{"key":"k"}',
    '{"key":"k","event":{"data":null}}',
    '{"key":"k","event":{"data":[]}}',
  ])('cannot be read without data: %s', (text) => {
    expect(readDelivery(text)).toBeNull();
  });
});
