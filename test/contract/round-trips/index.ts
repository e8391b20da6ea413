import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { areaOf } from '../contract.js';
import type { ContractOperation } from '../contract.js';
import type { RoundTrip, RoundTrips } from './round-trip.js';

const byArea = new Map<string, RoundTrips>();
for (const file of readdirSync(import.meta.dirname)) {
  const { roundTrips } = (await import(join(import.meta.dirname, file))) as { roundTrips?: RoundTrips };
  if (roundTrips !== undefined) byArea.set(file.replace('.ts', ''), roundTrips);
}

/** Finds the round trip of an operation. */
export function roundTripOf(operation: ContractOperation): RoundTrip | undefined {
  return byArea.get(areaOf(operation))?.[operation.id.replace(/^auth\./, '')];
}
