import { getOrAdd } from '../core/values/get-or-add.js';
import type { CallLimits } from '../core/http/deadline.js';
import { Deadline } from '../core/http/deadline.js';
import type { RequestSender, SenderWiring } from '../core/http/request-sender.js';
import type { PairOf } from './authorizer.js';
import type { CredentialSource } from './credential-source.js';
import type { ClientCredentials } from './credentials.js';
import { SingleFlight } from '../core/values/single-flight.js';
import { exchangeToken } from './token-source.js';
import type { TokenResponse, TokenSource } from './token-source.js';

/** Last part of a token's lifetime in which it is not used, because it must still be valid when the request arrives. */
const MARGIN_MS = 10_000;
/** Time before its end from which a token is renewed in the background, at most this share of its lifetime. */
const RENEW_AHEAD_MS = 120_000;
const RENEW_AHEAD_SHARE = 0.2;
/** Pause after a failed background renewal. */
const RENEW_AGAIN_MS = 5_000;

/** Clock, and limits of an exchange. It has its own limits, because it serves many calls. */
interface SharedTokensWiring extends Pick<SenderWiring, 'clock' | 'timeoutMs' | 'maxRetries'> {
  /** Milliseconds since 1970. */
  now: () => number;
}

interface HeldToken {
  token: string;
  expiresAt: number;
  renewAt: number;
}

/** Token of one credential set. */
interface TokenSlot {
  held: HeldToken | null;
  exchange: SingleFlight<TokenResponse>;
}

const keyOf = ({ clientId, clientSecret }: Partial<ClientCredentials>): string =>
  JSON.stringify([clientId, clientSecret]);

/** Holds one token for each credential set of a client. Renews it before it expires, and when the service refuses it. */
export class SharedTokens {
  readonly #wiring: SharedTokensWiring;
  readonly #slots = new Map<string, TokenSlot>();

  constructor(wiring: SharedTokensWiring) {
    this.#wiring = wiring;
  }

  /**
   * Creates the source for one credential set.
   *
   * @param sender Sender that authorizes with that set.
   */
  source(sender: RequestSender, credentials: CredentialSource, pairOf: PairOf): TokenSource {
    return {
      heldToken: () => {
        const { known } = credentials;
        const held = known === null ? null : this.#slots.get(keyOf(pairOf(known)))?.held;
        return held && this.#wiring.now() < held.renewAt ? held.token : null;
      },
      getToken: async (limits, refused) => {
        const { clientId = '', clientSecret = '' } = pairOf(await credentials.current(limits.deadline));
        // The exchange fails with the names of the missing options.
        if (clientId === '' || clientSecret === '') return exchangeToken(sender, limits);
        return this.#token(this.#slotOf({ clientId, clientSecret }), sender, limits, refused);
      },
    };
  }

  async #token(
    slot: TokenSlot,
    sender: RequestSender,
    limits: CallLimits,
    refused: string | undefined,
  ): Promise<TokenResponse> {
    const { held } = slot;
    const now = this.#wiring.now();
    const renew = (): Promise<TokenResponse> => slot.exchange.run(() => this.#exchange(slot, sender));
    if (held === null || held.token === refused || now >= held.expiresAt)
      // If the call ends first, the exchange continues for other calls, and `exchangeToken` reports the end of this call.
      return (await limits.deadline.orEnd(renew())) ?? exchangeToken(sender, limits);
    if (now >= held.renewAt) {
      held.renewAt = now + RENEW_AGAIN_MS;
      void renew();
    }
    return held;
  }

  async #exchange(slot: TokenSlot, sender: RequestSender): Promise<TokenResponse> {
    const { clock, timeoutMs, maxRetries, now } = this.#wiring;
    const deadline = new Deadline(timeoutMs, clock);
    // The lifetime starts when the service creates the token, so it is counted from the request.
    const requestedAt = now();
    try {
      const response = await exchangeToken(sender, { maxRetries, deadline });
      if ('problem' in response) return response;
      const expiresAt = requestedAt + Math.max(0, response.lifetimeMs - MARGIN_MS);
      const ahead = Math.min(RENEW_AHEAD_MS, (expiresAt - now()) * RENEW_AHEAD_SHARE);
      const held: HeldToken = { token: response.token, expiresAt, renewAt: expiresAt - ahead };
      slot.held = held;
      return held;
    } finally {
      deadline.close();
    }
  }

  #slotOf(credentials: ClientCredentials): TokenSlot {
    return getOrAdd(this.#slots, keyOf(credentials), () => {
      // The credentials were replaced. Expired tokens of other credentials are removed.
      for (const [other, { held }] of this.#slots)
        if (held !== null && held.expiresAt <= this.#wiring.now()) this.#slots.delete(other);
      return { held: null, exchange: new SingleFlight() };
    });
  }
}
