import {
  createPaySimulator,
  type CardPayment,
  type PaySimulator,
  type PaySimulatorOptions,
} from '../src/index.js';

/** What a call got; `json` parses the body when it is asked for, order codes as text. */
export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** A card that the issuer approves. */
export const GOOD_CARD: CardPayment = {
  number: '4147463011110133',
  expiry: '08/40',
  cvc: '123',
  holderName: 'Alex Buyer',
  email: 'buyer@example.com',
};
/** A card that always fails. */
export const BAD_CARD: CardPayment = { ...GOOD_CARD, number: '4147463011110141' };
/** A card that asks for 3-D Secure. */
export const CHALLENGE_CARD: CardPayment = { ...GOOD_CARD, number: '5188340000000060' };

/** `Basic` with a user and a password. */
export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** A merchant's backend in a few lines: plain fetch against a simulator, sharing nothing with the library. */
export class Merchant {
  private constructor(readonly simulator: PaySimulator) {}

  /** Starts a simulator with a manual clock that stands at a winter noon in Athens. */
  static async start(options: PaySimulatorOptions = {}): Promise<Merchant> {
    return new Merchant(
      await createPaySimulator({
        clock: 'manual',
        now: new Date('2026-02-03T10:00:00Z'),
        seed: 'tests',
        ...options,
      }),
    );
  }

  async call(
    base: 'accounts' | 'api' | 'web',
    method: string,
    path: string,
    init: { body?: unknown; authorization?: string; headers?: Record<string, string> } = {},
  ): Promise<Called> {
    const { body, authorization, headers = {} } = init;
    const response = await fetch(`${this.simulator.endpoints[base]}${path}`, {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined || body instanceof URLSearchParams
          ? {}
          : { 'content-type': 'application/json' }),
        ...headers,
      },
      body:
        body === undefined || body instanceof URLSearchParams || typeof body === 'string'
          ? body
          : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      get json() {
        const parsed: unknown =
          text === '' ? {} : JSON.parse(text.replace(/("orderCode":)(\d+)/gi, '$1"$2"'));
        return parsed as Readonly<Record<string, unknown>>;
      },
    };
  }

  async token(
    client: { clientId: string; clientSecret: string } = this.simulator.credentials.merchant,
  ): Promise<string> {
    const { json } = await this.call('accounts', 'POST', '/connect/token', {
      authorization: basic(client.clientId, client.clientSecret),
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return `Bearer ${String(json.access_token)}`;
  }

  /** A call on the api host with a fresh token. */
  async api(method: string, path: string, body?: unknown): Promise<Called> {
    return this.call('api', method, path, { body, authorization: await this.token() });
  }

  /** A call on the web host with the merchant's Basic pair. */
  web(method: string, path: string, body?: unknown): Promise<Called> {
    const { merchantId, apikey } = this.simulator.credentials.merchant;
    return this.call('web', method, path, { body, authorization: basic(merchantId, apikey) });
  }

  /** Reads the key of the merchant's webhooks. */
  async webhookKey(): Promise<string> {
    return String((await this.web('GET', '/api/messages/config/token')).json.Key);
  }

  /** Creates an order and returns its code as text. */
  async order(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { json, text, status } = await this.api('POST', '/checkout/v2/orders', { amount: 1000, ...fields });
    if (status !== 200) throw new Error(`order refused: ${text}`);
    return String(json.orderCode);
  }

  /** Creates an order, pays it with a card that is approved, and returns the transaction's id. */
  async paid(
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<{ orderCode: string; transactionId: string }> {
    const orderCode = await this.order(fields);
    const outcome = this.simulator.checkout.pay(orderCode, GOOD_CARD);
    if (outcome.kind !== 'approved') throw new Error(`payment ended as ${outcome.kind}`);
    return { orderCode, transactionId: outcome.transaction.id };
  }

  /** Moves past the next clearing run. */
  async nextDay(): Promise<void> {
    await this.simulator.clock.advance(24 * 3_600_000);
  }
}
