import { expect, it } from '@jest/globals';
import { qrModules } from './qr-code.js';

const URL = 'https://provider.example/receipts/F987C213204B48C1C6521938BE9833DF91F752D0';

/** Reads the bytes of a code of version 5 with mask 0, in the order of the standard. */
function read(modules: readonly (readonly boolean[])[]): string {
  const size = modules.length;
  const isReserved = (x: number, y: number): boolean =>
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    x === 6 ||
    y === 6 ||
    (Math.abs(x - 30) <= 2 && Math.abs(y - 30) <= 2);
  let bits = '';
  for (let pair = 0, right = size - 1; right > 0; pair++, right -= right === 8 ? 3 : 2)
    for (let step = 0; step < size; step++) {
      const y = pair % 2 === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1])
        if (!isReserved(x, y)) bits += Number(modules[y]![x] !== ((x + y) % 2 === 0));
    }
  const length = Number.parseInt(bits.slice(4, 12), 2);
  const bytes = Array.from({ length }, (_, at) => Number.parseInt(bits.slice(12 + at * 8, 20 + at * 8), 2));
  return Buffer.from(bytes).toString();
}

it.each([URL, 'x', 'Ελλάδα'])('is read back: %s', (text) => {
  const modules = qrModules(text);
  expect(read(modules)).toBe(text);
  expect(modules.flat().every((isDark) => typeof isDark === 'boolean')).toBe(true);
});

it('refuses what it cannot hold', () => {
  expect(() => qrModules('x'.repeat(107))).toThrow('107 bytes, and a QR code of this shop holds 106');
});
