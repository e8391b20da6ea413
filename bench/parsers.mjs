// Measures parsers of JSON.
import { startContestant } from './contestant.mjs';

/** Opens a parser. A slice's cost is in microseconds for each text. */
export async function openParser(contestant, node) {
  const parser = startContestant({ ...contestant, file: 'contestants/exact-json.mjs' }, node);
  await parser.ask(50_000);
  return { measure: () => parser.ask(100_000), close: parser.close };
}
