import type { ContractFile } from './claims.mjs';

/** The OpenAPI documents by area. */
export function readDocuments(): Readonly<Record<string, object>>;
export function readContract(): Readonly<Record<string, ContractFile>>;
/** Parsed data: each test names the members that it reads. */
export function areaOf(area: string): ReturnType<typeof JSON.parse>;
