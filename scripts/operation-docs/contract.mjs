// The rows of contract/, by client and ID.
import { readContract } from '../contract/claims.mjs';

/** Rows by `Client id`. A row in two files is one operation. */
export const rows = new Map();
for (const area of Object.values(readContract())) {
  for (const operation of area.operations ?? []) {
    const row = { ...operation, about: area.about, enums: area.enums, names: area.names, traps: area.traps };
    for (const client of operation.clients) {
      const name = `${client} ${operation.id.replace(/^auth\./, '')}`;
      if (!rows.has(name)) rows.set(name, row);
    }
  }
}
