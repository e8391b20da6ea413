import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Minimum length of a control token in characters. */
export const MIN_TOKEN_LENGTH = 16;

/** Creates a control token of 256 random bits. */
export function newControlToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Creates the control token of a world. It follows from that of the simulator, so it stays after a restart, and no file has it. */
export function worldControlToken(token: string, seed: string): string {
  return createHmac('sha256', token).update(`control token of world ${seed}`).digest('base64url');
}

/** The token for the console, the terminals and the control API. A browser gets a cookie for it. */
export class ControlToken {
  /** Cookies apply to all ports of a host, so each token has a name of its own. */
  private readonly cookieName: string;
  /** The cookie proves that the browser sent the token, but does not contain it. */
  private readonly cookieValue: string;

  constructor(private readonly token: string) {
    const derive = (use: string): string => createHmac('sha256', token).update(use).digest('base64url');
    this.cookieName = `pay-simulator-${derive('cookie name').slice(0, 8)}`;
    this.cookieValue = derive('cookie value');
  }

  /** Compares in constant time. */
  matches(token: string): boolean {
    return isEqual(token, this.token);
  }

  /** Returns whether a request has the token as a bearer token, or the cookie. */
  isSentIn({ authorization = '', cookie = '' }: IncomingHttpHeaders): boolean {
    const [, bearer] = /^Bearer\s+(\S+)$/i.exec(authorization) ?? [];
    if (bearer !== undefined && this.matches(bearer)) return true;
    const start = `${this.cookieName}=`;
    const sent = cookie.split(/;\s*/).find((part) => part.startsWith(start));
    return sent !== undefined && isEqual(sent.slice(start.length), this.cookieValue);
  }

  /** Returns the value of `Set-Cookie` for a browser that sent the token. */
  cookie(): string {
    return `${this.cookieName}=${this.cookieValue}; Path=/; HttpOnly; SameSite=Strict`;
  }
}

/** The hashes have the same length, so the comparison reveals neither content nor length. */
function isEqual(sent: string, expected: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(sent), hash(expected));
}
