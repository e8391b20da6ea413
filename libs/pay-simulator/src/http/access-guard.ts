import type { IncomingMessage } from 'node:http';
import { AllowedHosts, refuseForeign } from './allowed-hosts.js';
import { readForm } from './body.js';
import type { ControlToken } from './control-token.js';
import { LOGIN_PATH, loginPage } from './login.view.js';
import { redirectReply } from './page.js';
import { jsonReply, type HttpReply } from './reply.js';

const NEEDS_TOKEN =
  'The control token is missing or wrong. Send the header "Authorization: Bearer <token>". The simulator prints the token at its start, or stores it in the file of --control-token-file (option controlToken)';

/** Decides which requests reach the simulator, before anything of them is stored. */
export class AccessGuard {
  /** @param token - None if the simulator listens on loopback only. */
  constructor(
    private readonly hosts = new AllowedHosts(),
    private readonly token?: ControlToken,
  ) {}

  /**
   * Returns the response to a rejected request or a login, or undefined. Removes the proof of access from an accepted request.
   *
   * @param worldToken - Token of the world that the path names, which also opens its pages and its control API.
   * @param kind - `public`: needs no token. `page` and `control` need the token. `open`: public, and other sites can post to it.
   */
  refuse(
    request: IncomingMessage,
    path: string,
    kind: 'public' | 'page' | 'control' | 'open',
    worldToken?: ControlToken,
  ): HttpReply | Promise<HttpReply> | undefined {
    const { headers, method = 'GET' } = request;
    const rejection = refuseForeign(method, headers, this.hosts, kind === 'open');
    if (rejection !== undefined) return jsonReply(403, JSON.stringify({ error: rejection }));
    if (this.token === undefined) return undefined;
    const tokens = worldToken === undefined ? [this.token] : [this.token, worldToken];
    if (path === LOGIN_PATH) return login(request, tokens);
    const needsToken = kind === 'page' || kind === 'control';
    if (needsToken && !tokens.some((token) => token.isSentIn(headers))) {
      if (kind === 'page') return loginPage(401, { next: method === 'GET' ? path + queryOf(request) : '/' });
      return jsonReply(401, JSON.stringify({ error: NEEDS_TOKEN }), { 'www-authenticate': 'Bearer' });
    }
    delete headers.cookie;
    if (needsToken) delete headers.authorization;
    return undefined;
  }
}

/** Returns the query of a request, with its question mark. */
function queryOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
}

async function login(request: IncomingMessage, tokens: readonly ControlToken[]): Promise<HttpReply> {
  if (request.method !== 'POST') return loginPage(200, { next: '/' });
  const form = await readForm(request);
  const next = localPath(form?.get('next') ?? '/');
  const sent = form?.get('token') ?? '';
  const token = tokens.find((one) => one.matches(sent));
  if (token === undefined) return loginPage(401, { next, isWrong: true });
  const { headers, ...reply } = redirectReply(next);
  return { ...reply, headers: { ...headers, 'set-cookie': token.cookie() } };
}

/** Returns the path of an address on this server, or `/`, so that the login redirects to no other site. */
function localPath(address: string): string {
  const base = 'http://simulator.invalid';
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  return url?.origin === base ? url.pathname.replace(/^\/+/, '/') + url.search : '/';
}
