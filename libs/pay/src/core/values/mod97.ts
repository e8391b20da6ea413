/** ISO 13616 and ISO 11649: with the first four characters at the end and letters as 10 to 35, the remainder of 97 is 1. */
export function passesMod97(code: string): boolean {
  let rest = 0;
  for (const sign of code.slice(4) + code.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
