import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { SHOP_COLOR } from '../catalogue/goods.js';
import { asset } from './asset.js';

it('has the palette of the simulator and the color of the payment page, so that all pages look alike', () => {
  const palette = new URL('../../../../libs/pay-simulator/src/http/palette.css', import.meta.url);
  const own = /^:root.*?(?=\n\/\*)/ms.exec(asset('shop.css'))?.[0] ?? 'no palette';
  expect(readFileSync(palette, 'utf8')).toContain(own.trim());
  expect(asset('shop.css')).toContain(`--shop: #${SHOP_COLOR};`);
  expect(asset('operator.css')).toContain(`background: #${SHOP_COLOR};`);
});
