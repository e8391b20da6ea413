import { expect, it } from '@jest/globals';
import { PALETTE } from '../../../../libs/pay-simulator/src/http/palette.js';
import { SHOP_COLOR } from '../catalogue/goods.js';
import { asset } from './asset.js';

it('has the palette of the simulator and the color of the payment page, so that all pages look alike', () => {
  expect(asset('shop.css')).toContain(PALETTE.trim());
  expect(asset('shop.css')).toContain(`--shop: #${SHOP_COLOR};`);
  expect(asset('operator.css')).toContain(`background: #${SHOP_COLOR};`);
});
