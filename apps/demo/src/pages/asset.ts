import { readFileSync } from 'node:fs';

/** Reads a file for browsers. */
export const asset = (file: string): string =>
  readFileSync(new URL(`../assets/${file}`, import.meta.url), 'utf8');
