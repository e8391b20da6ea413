/** Width of version 5, which holds 106 bytes. */
const SIZE = 37;
const DATA_WORDS = 108;
const CHECK_WORDS = 26;
const MAX_BYTES = DATA_WORDS - 2;
/** Center of the only alignment pattern. */
const ALIGNMENT = 30;
/** Bits of the format: error correction L and mask 0. */
const FORMAT = 0b111011111000100;

type Module = boolean | undefined;

/**
 * Returns the modules of a QR code: version 5, error correction L, mask 0, rows from the top. True is dark.
 *
 * @throws RangeError for a text of more than 106 bytes.
 */
export function qrModules(text: string): boolean[][] {
  const data = wordsOf(text);
  const bits = [...data, ...checkWords(data)].flatMap((word) =>
    Array.from({ length: 8 }, (_, at) => ((word >> (7 - at)) & 1) === 1),
  );
  const grid = frame();
  let next = 0;
  // Two columns at a time from the right, up and down in turns. The column of the timing pattern is left out.
  for (let right = SIZE - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right--;
    for (let step = 0; step < SIZE; step++) {
      const y = isUp ? SIZE - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y]![x] !== undefined) continue;
        grid[y]![x] = (bits[next++] ?? false) !== ((x + y) % 2 === 0);
      }
    }
  }
  return grid as boolean[][];
}

/** Returns the data words: mode, length, bytes, and filling. */
function wordsOf(text: string): number[] {
  const bytes = [...Buffer.from(text)];
  if (bytes.length > MAX_BYTES)
    throw new RangeError(`the text has ${bytes.length} bytes, and a QR code of this shop holds ${MAX_BYTES}`);
  const halves = [
    4,
    bytes.length >> 4,
    bytes.length & 15,
    ...bytes.flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ];
  const words = Array.from(
    { length: halves.length / 2 },
    (_, at) => halves[2 * at]! * 16 + halves[2 * at + 1]!,
  );
  for (let at = 0; words.length < DATA_WORDS; at++) words.push(at % 2 === 0 ? 0xec : 0x11);
  return words;
}

/** Multiplies in the field of 256 elements of QR codes. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

/** Returns the Reed-Solomon words of the data. */
function checkWords(data: readonly number[]): number[] {
  let divisor = [1];
  let root = 1;
  for (let degree = 0; degree < CHECK_WORDS; degree++) {
    const shifted = [...divisor, 0];
    divisor = shifted.map((word, at) => word ^ multiply(divisor[at - 1] ?? 0, root));
    root = multiply(root, 2);
  }
  let rest = Array.from({ length: CHECK_WORDS }, () => 0);
  for (const word of data) {
    const factor = word ^ rest[0]!;
    rest = [...rest.slice(1), 0].map((one, at) => one ^ multiply(divisor[at + 1]!, factor));
  }
  return rest;
}

/** Returns the grid with everything but the data. */
function frame(): Module[][] {
  const grid: Module[][] = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }));
  const set = (x: number, y: number, isDark: boolean): void => {
    if (x >= 0 && y >= 0 && x < SIZE && y < SIZE) grid[y]![x] = isDark;
  };
  for (let at = 0; at < SIZE; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const square = (cx: number, cy: number, reach: number, isDark: (distance: number) => boolean): void => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        set(cx + dx, cy + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (const [x, y] of [
    [3, 3],
    [SIZE - 4, 3],
    [3, SIZE - 4],
  ] as const)
    square(x, y, 4, (distance) => distance !== 2 && distance !== 4);
  square(ALIGNMENT, ALIGNMENT, 2, (distance) => distance !== 1);
  const bit = (at: number): boolean => ((FORMAT >> at) & 1) === 1;
  for (let at = 0; at < 15; at++) {
    // Around the first corner, past the timing patterns.
    set(8, at < 6 ? at : at < 8 ? at + 1 : SIZE - 15 + at, bit(at));
    set(at < 8 ? SIZE - 1 - at : at < 9 ? 7 : 14 - at, 8, bit(at));
  }
  set(8, SIZE - 8, true);
  return grid;
}
