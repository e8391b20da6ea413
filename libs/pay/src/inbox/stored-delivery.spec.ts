import { describe, expect, it } from '@jest/globals';
import { readDelivery } from './stored-delivery.js';

describe('a stored delivery', () => {
  it.each([
    'null',
    '[]',
    '{"key":"k"}',
    '{"key":"k","event":{"data":null}}',
    '{"key":"k","event":{"data":[]}}',
  ])('is unreadable where it has no data: %s', (text) => {
    expect(readDelivery(text)).toBeNull();
  });
});
