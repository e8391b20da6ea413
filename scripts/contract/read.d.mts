import type { ContractFile } from './claims.mjs';

/** The OpenAPI documents by area. */
export function readDocuments(): Readonly<Record<string, object>>;
export function readContract(): Readonly<Record<string, ContractFile>>;
// The contract is data: each test names the members that it reads.
// oxlint-disable-next-line typescript/no-explicit-any
export function areaOf(area: string): any;
