import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
export const PAGES = 'docs/reference/operations';
export const EXAMPLES = 'docs/examples';
