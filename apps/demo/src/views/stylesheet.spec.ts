import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { PALETTE } from './stylesheet.js';

it('has the palette of the simulator, so that the shop and its payment page look alike', () => {
  const palette = new URL('../../../../libs/pay-simulator/src/http/palette.ts', import.meta.url);
  expect(readFileSync(palette, 'utf8')).toContain(PALETTE);
});
