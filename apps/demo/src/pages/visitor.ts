import type { Request, Response } from 'express';

const COOKIE = 'orders';
const MAX_REMEMBERED = 20;
const ORDER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the IDs of this browser's orders, newest first. They are random, so they cannot be guessed. */
export function rememberedOrders(request: Request): readonly string[] {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const value = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
  return value
    .split('.')
    .filter((id) => ORDER_ID.test(id))
    .slice(0, MAX_REMEMBERED);
}

/** Stores an order's ID in the browser's cookie. `lax` lets the browser send it when it comes back from the payment page. */
export function rememberOrder(request: Request, response: Response, id: string): void {
  const ids = [id, ...rememberedOrders(request).filter((known) => known !== id)].slice(0, MAX_REMEMBERED);
  response.cookie(COOKIE, ids.join('.'), {
    httpOnly: true,
    sameSite: 'lax',
    secure: request.secure,
    path: '/',
  });
}
