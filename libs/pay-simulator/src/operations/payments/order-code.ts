import { Refusal } from '../../domain/refusal.js';

/** The order code of a path. @throws Refusal 404 when it cannot be one. */
export function orderCode(path: Readonly<Record<string, string>>): string {
  const code = path.orderCode ?? '';
  if (!/^\d{1,19}$/.test(code)) throw new Refusal(404, 'Order was not found', 0, 404);
  return code;
}
