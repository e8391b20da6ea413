// What contract/ says of each operation, by client and id.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.mjs';

const FOLDER = join(ROOT, 'contract');
const UNBUILT_FILE = 'unbuilt.json';
/** Which project a fact was compared with is of no use to a reader. */
const read = (file) =>
  JSON.parse(
    readFileSync(join(FOLDER, file), 'utf8')
      .replace(/ \([^()"]*(peer SDK|library error kind)[^()"]*\)/g, '')
      .replace(/(the )?\bpeer SDK\b/gi, 'a public SDK'),
  );

/** Names such as `PayISV payments.createOrder` of what the library does not have yet. */
export const unbuilt = new Set(read(UNBUILT_FILE));

const areas = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json') && file !== UNBUILT_FILE)
  .map(read);

/** By `Client id`; a row that stands in two files is one operation. */
export const rows = new Map();
for (const area of areas) {
  const traps = area.traps.map((trap) => (typeof trap === 'string' ? trap : trap.trap));
  for (const operation of area.operations ?? []) {
    const row = { ...operation, about: area.about, enums: area.enums, traps };
    for (const client of operation.clients) {
      const name = `${client} ${operation.id.replace(/^auth\./, '')}`;
      if (!rows.has(name)) rows.set(name, row);
    }
  }
}
