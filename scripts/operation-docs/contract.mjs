// The rows of contract/, by client and ID.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { separateNames } from '../contract/coded-values.mjs';
import { ROOT } from './root.mjs';

const FOLDER = join(ROOT, 'contract');
const areas = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => separateNames(JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))));

/** Rows by `Client id`. A row in two files is one operation. */
export const rows = new Map();
for (const area of areas) {
  const traps = area.traps.map(({ text }) => text);
  for (const operation of area.operations ?? []) {
    const row = { ...operation, about: area.about, enums: area.enums, names: area.names, traps };
    for (const client of operation.clients) {
      const name = `${client} ${operation.id.replace(/^auth\./, '')}`;
      if (!rows.has(name)) rows.set(name, row);
    }
  }
}
