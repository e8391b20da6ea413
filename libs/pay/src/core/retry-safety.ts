import type { RetrySafety } from './operation.js';

/** Whether this very call may be repeated without doing anything twice. A caller's key makes it so only when it was given. */
export function isRepeatable(retry: RetrySafety, options: Readonly<Record<string, unknown>>): boolean {
  if (typeof retry === 'string') return retry !== 'unsafe';
  const key = options[retry.callerKey];
  return typeof key === 'string' && key.trim() !== '';
}
