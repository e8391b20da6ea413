import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { SHOP_COLOR } from '../catalogue/goods.js';
import { asset } from './asset.js';

it('has the palette of the simulator and the color of the payment page, so that all pages look alike', () => {
  const palette = readFileSync('libs/pay-simulator/src/http/palette.ts', 'utf8');
  expect(asset('shop.css')).toContain(/`([^`]+)`/.exec(palette)?.[1]?.trim());
  expect(asset('shop.css')).toContain(`--shop: #${SHOP_COLOR};`);
  expect(asset('operator.css')).toContain(`background: #${SHOP_COLOR};`);
});
