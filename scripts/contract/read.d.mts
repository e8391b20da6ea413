import type { ContractFile } from './claims.mjs';

export function readContract(): Readonly<Record<string, ContractFile>>;
/** Parsed data: each test names the members that it reads. */
export function areaOf(area: string): ReturnType<typeof JSON.parse>;
