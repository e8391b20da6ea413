export interface Claim {
  area: string;
  kind: 'operation' | 'request' | 'response' | 'unit' | 'error' | 'transition' | 'rule' | 'event' | 'trap';
  id: string;
  confidence?: string;
  source: readonly string[];
  probe?: string;
  /** What the contract says about it. */
  row?: unknown;
}
interface Row {
  id: string;
  confidence?: string;
}
export interface ContractFile {
  operations?: { errors: Row[] }[];
  rules?: Row[];
  transitions?: Row[];
  traps?: Row[];
}
export const CONFIDENCES: readonly string[];
export const PROBES: readonly string[];
export function hasSource(claim: Claim): boolean;
export function kindOfConfidence(confidence: string): string;
export function readContract(): Readonly<Record<string, ContractFile>>;
export function claimsOf(contract: Readonly<Record<string, ContractFile>>): readonly Claim[];
export function operationsOf(contract: Readonly<Record<string, ContractFile>>): readonly { key: string }[];
