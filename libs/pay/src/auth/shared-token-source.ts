import type { CallLimits } from '../core/call-limits.js';
import type { Clock } from '../core/clock.js';
import { Deadline } from '../core/deadline.js';
import type { RequestSender } from '../core/request-sender.js';
import type { ClientCredentials } from './credentials.js';
import { TokenSeal } from './token-seal.js';
import { exchangeToken } from './token-source.js';
import type { ExchangeAnswer, TokenAnswer, TokenSource } from './token-source.js';
import type { StoredToken } from './token-store.js';
import type { TokenTurns } from './token-turns.js';

/** A token is not used in its last seconds: it must still be good when it arrives. */
const MARGIN_MS = 10_000;
/** From here on a token is renewed while calls go on with it; at most this share of its life. */
const RENEW_AHEAD_MS = 120_000;
const RENEW_AHEAD_SHARE = 0.2;
/** After a renewal ahead of time failed, a call tries again so much later. */
const RENEW_AGAIN_MS = 5_000;

/** What a source is wired with. */
export interface SharedTokenWiring {
  /** Authorises with the client credentials. */
  sender: RequestSender;
  /** Where tokens are shared with others. */
  turns: TokenTurns;
  /** The pair that is valid now, within that call's time. */
  credentials: (deadline: Deadline) => Promise<Partial<ClientCredentials>>;
  /** The host that tokens come from. */
  host: string;
  clock: Clock;
  /** An exchange serves many calls: it has limits of its own. */
  limits: Omit<CallLimits, 'deadline'> & { timeoutMs: number };
  /** Milliseconds since 1970. */
  now: () => number;
}

interface HeldToken {
  token: string;
  /** Of the credentials that it belongs to. */
  key: string;
  expiresAt: number;
  renewAt: number;
}

/** One token for all calls with the same credentials: exchanged once, renewed before it expires, and when it is refused. */
export class SharedTokenSource implements TokenSource {
  readonly #wiring: SharedTokenWiring;
  #held: HeldToken | null = null;
  #sealed: { clientId: string; clientSecret: string; seal: TokenSeal } | null = null;
  #underWay: { key: string; answer: Promise<TokenAnswer> } | null = null;

  constructor(wiring: SharedTokenWiring) {
    this.#wiring = wiring;
  }

  async getToken(limits: CallLimits, refused?: string): Promise<TokenAnswer> {
    const { clientId = '', clientSecret = '' } = await this.#wiring.credentials(limits.deadline);
    // The exchange says in its words what is missing.
    if (clientId === '' || clientSecret === '') return exchangeToken(this.#wiring.sender, limits);
    const seal = this.#sealOf({ clientId, clientSecret });
    const held = this.#held;
    const now = this.#wiring.now();
    if (held?.key !== seal.key || held.token === refused || now >= held.expiresAt)
      return this.#within(limits, this.#renew(seal, refused ?? null));
    if (now >= held.renewAt) {
      held.renewAt = now + RENEW_AGAIN_MS;
      void this.#renew(seal, held.token);
    }
    return held;
  }

  /** One exchange at a time serves all that wait. Never rejects. */
  #renew(seal: TokenSeal, unwanted: string | null): Promise<TokenAnswer> {
    if (this.#underWay?.key === seal.key) return this.#underWay.answer;
    const answer = this.#renewed(seal, unwanted).finally(() => {
      if (this.#underWay?.answer === answer) this.#underWay = null;
    });
    this.#underWay = { key: seal.key, answer };
    return answer;
  }

  async #renewed(seal: TokenSeal, unwanted: string | null): Promise<TokenAnswer> {
    const turn = await this.#wiring.turns.take(
      seal.key,
      (kept) => this.#opened(seal, kept, unwanted) !== null,
    );
    const theirs = 'kept' in turn ? this.#opened(seal, turn.kept, unwanted) : null;
    if (theirs !== null) return (this.#held = theirs);
    const own = await this.#exchanged(seal);
    if ('end' in turn)
      await turn.end('problem' in own ? null : { sealed: seal.close(own.token), expiresAt: own.expiresAt });
    return own;
  }

  async #exchanged(seal: TokenSeal): Promise<HeldToken | Extract<ExchangeAnswer, { problem: unknown }>> {
    const { clock, limits, sender, now } = this.#wiring;
    const deadline = new Deadline(limits.timeoutMs, clock);
    // Its life began when it was made: before it got here.
    const askedAt = now();
    try {
      const answer = await exchangeToken(sender, { ...limits, deadline });
      if ('problem' in answer) return answer;
      const expiresAt = askedAt + Math.max(0, answer.lifetimeMs - MARGIN_MS);
      return (this.#held = this.#heldUntil(seal, answer.token, expiresAt));
    } finally {
      deadline.close();
    }
  }

  /** The caller's own deadline ends its waiting, not the exchange. */
  async #within(limits: CallLimits, renewed: Promise<TokenAnswer>): Promise<TokenAnswer> {
    const answer = await limits.deadline.orEnd(renewed);
    // An exchange that is ended before it begins says so in the usual words.
    return answer ?? exchangeToken(this.#wiring.sender, limits);
  }

  #sealOf({ clientId, clientSecret }: ClientCredentials): TokenSeal {
    if (this.#sealed?.clientId !== clientId || this.#sealed.clientSecret !== clientSecret) {
      const seal = new TokenSeal({ clientId, clientSecret }, this.#wiring.host);
      this.#sealed = { clientId, clientSecret, seal };
    }
    return this.#sealed.seal;
  }

  #opened(seal: TokenSeal, stored: StoredToken, unwanted: string | null): HeldToken | null {
    if (this.#wiring.now() >= stored.expiresAt) return null;
    const token = seal.open(stored.sealed);
    return token === null || token === unwanted ? null : this.#heldUntil(seal, token, stored.expiresAt);
  }

  #heldUntil({ key }: TokenSeal, token: string, expiresAt: number): HeldToken {
    const ahead = Math.min(RENEW_AHEAD_MS, (expiresAt - this.#wiring.now()) * RENEW_AHEAD_SHARE);
    return { token, key, expiresAt, renewAt: expiresAt - ahead };
  }
}
