import { describe, expect, it } from '@jest/globals';
import { nearestName } from './nearest-name.js';

const NAMES = ['clientId', 'clientSecret', 'merchantId', 'apikey', 'isv'];

describe('nearestName', () => {
  it.each([
    ['apiKey', 'apikey'],
    ['clientID', 'clientId'],
    ['client_secret', 'clientSecret'],
    ['merchnatId', 'merchantId'],
    ['isc', 'isv'],
    ['colour', undefined],
    ['', undefined],
  ])('suggests for %p: %p', (given, nearest) => {
    expect(nearestName(given, NAMES)).toBe(nearest);
  });
});
