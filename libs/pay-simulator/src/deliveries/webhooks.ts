import { checkedInput } from '../domain/input.js';
import { EVENT_TYPES } from '../domain/contract.generated.js';
import { Configured, type ChangedBy } from '../domain/configured.js';
import type { Ids } from '../domain/ids.js';
import { isObject } from '../domain/json-kinds.js';
import { AllowedHosts } from '../http/allowed-hosts.js';
import { receiverAddress, SendFailure, type ReceivedResponse, type Send } from './send.js';

/** Registration of a webhook, as in the banking app. */
export interface WebhookRegistration {
  /** HTTP or HTTPS address of a receiver on this machine, or on a host of the option `allowHosts`. */
  readonly url: string;
  readonly eventTypeIds: readonly number[];
  /** @default true */
  readonly active?: boolean;
  /** Name of the member with the key in the response to the verification request. @default 'Key' for merchants, 'key' for ISVs */
  readonly keyName?: 'Key' | 'key';
}

/** A registered webhook for one URL and one event type. */
export interface Webhook {
  readonly id: string;
  /** Address of the receiver. */
  readonly url: string;
  /** Event type, such as 1796 for a payment. */
  readonly eventTypeId: number;
  /** Whether the webhook gets events. */
  readonly active: boolean;
}

/** Verification rule that failed. */
export type VerificationRule = 'status' | 'redirect' | 'body' | 'time-out' | 'connection';

/** Error for a URL that was not verified. Nothing is saved. */
export class WebhookNotVerified extends Error {
  /** Error code shown in the banking app. @see contract/openapi/webhook-subscriptions.yaml */
  readonly code = 502;

  constructor(
    readonly rule: VerificationRule,
    detail: string,
  ) {
    super(`URL not verified (${rule}): ${detail}`);
    this.name = 'WebhookNotVerified';
  }
}

/** Error for an event type that has the maximum number of webhooks. */
export class WebhookLimitReached extends Error {
  constructor(eventTypeId: number, limit: number) {
    super(`eventTypeIds: ${eventTypeId} already has the maximum of ${limit} webhooks`);
    this.name = 'WebhookLimitReached';
  }
}

/** Rules that differ between webhooks of merchants and ISVs. */
interface WebhookRules {
  /** Name of the response member with the verification key. */
  readonly keyName: 'Key' | 'key';
  readonly isRegistrable: (eventTypeId: number) => boolean;
  /** Maximum number of webhooks for an event type. */
  readonly limit: number;
}

/** Event types that the banking app does not offer, because data-services exports have their own subscriptions. */
const NOT_REGISTERED_HERE = new Set([7936]);

/** Whether an event type is about a session of a card terminal. */
export const isTerminalEvent = (eventTypeId: number): boolean => eventTypeId === 1802 || eventTypeId === 1803;

/** Whether the banking app offers an event type. */
export const isMerchantEventType = (id: number): boolean =>
  Object.hasOwn(EVENT_TYPES, id) && !NOT_REGISTERED_HERE.has(id);

/** Rules of the banking app. */
const MERCHANT_RULES: WebhookRules = {
  keyName: 'Key',
  isRegistrable: isMerchantEventType,
  limit: Infinity,
};

/** Event types that an ISV can register. @see contract/behaviour/webhook-subscriptions.yaml enums.IsvEventTypeId */
const ISV_EVENT_TYPES = new Set([1796, 1797, 1798, 1799, 1802, 1803, 8193, 8194]);

/** Rules for ISVs, which register webhooks through the API. @see contract/openapi/webhook-subscriptions.yaml webhook.create */
export const ISV_WEBHOOK_RULES: WebhookRules = {
  keyName: 'key',
  isRegistrable: (id) => ISV_EVENT_TYPES.has(id),
  limit: 10,
};

/** Webhooks of a merchant or an ISV. A URL is saved only if its response contains the account's key. */
export class Webhooks {
  private readonly webhooks = new Configured<readonly Webhook[]>('webhooks', []);

  constructor(
    private readonly ids: Ids,
    private readonly send: Send,
    private readonly key: string,
    private readonly rules: WebhookRules = MERCHANT_RULES,
    /** Event types that the service's support has not switched on. */
    private readonly isOff: (eventTypeId: number) => boolean = () => false,
    private readonly hosts = new AllowedHosts(),
  ) {}

  /** Event types that can be registered. */
  get eventTypes(): readonly number[] {
    return Object.keys(EVENT_TYPES).map(Number).filter(this.rules.isRegistrable);
  }

  /**
   * Verifies the URL with a GET request and saves one webhook for each event type.
   *
   * @throws RangeError if a field is invalid. @throws WebhookNotVerified if the response does not contain the key.
   * @throws WebhookLimitReached if an event type has the maximum number of webhooks.
   */
  async register(
    registration: WebhookRegistration,
    by: ChangedBy = 'application',
  ): Promise<readonly Webhook[]> {
    const checked = checkedInput('registerWebhook', registration);
    const { url, eventTypeIds, active = true, keyName = this.rules.keyName } = checked;
    receiverAddress(url, this.hosts);
    const unknown = eventTypeIds.find((id) => !this.rules.isRegistrable(id) || this.isOff(id));
    if (unknown !== undefined)
      throw new RangeError(
        `eventTypeIds: ${JSON.stringify(unknown)} cannot be registered here; expected the integer ids of event types`,
      );
    this.checkLimit(eventTypeIds);
    await this.verify(url, keyName);
    // Another registration may have finished during the verification.
    this.checkLimit(eventTypeIds);
    const saved = eventTypeIds.map((eventTypeId) => ({ id: this.ids.uuid(), url, eventTypeId, active }));
    this.webhooks.change(by, (webhooks) => [...webhooks, ...saved]);
    return saved;
  }

  list(): readonly Webhook[] {
    return [...this.webhooks.value];
  }

  /** Lists the active webhooks for an event type. */
  activeFor(eventTypeId: number): readonly Webhook[] {
    if (this.isOff(eventTypeId)) return [];
    return this.webhooks.value.filter((webhook) => webhook.active && webhook.eventTypeId === eventTypeId);
  }

  /** Removes a webhook. Deliveries in progress continue. */
  remove(id: string, by: ChangedBy = 'application'): boolean {
    const before = this.webhooks.value.length;
    this.webhooks.change(by, (webhooks) => webhooks.filter((webhook) => webhook.id !== id));
    return this.webhooks.value.length < before;
  }

  private checkLimit(eventTypeIds: readonly number[]): void {
    const { limit } = this.rules;
    const full = eventTypeIds.find(
      (id) => this.webhooks.value.filter(({ eventTypeId }) => eventTypeId === id).length >= limit,
    );
    if (full !== undefined) throw new WebhookLimitReached(full, limit);
  }

  private async verify(url: string, keyName: string): Promise<void> {
    let response: ReceivedResponse;
    try {
      response = await this.send(url, { method: 'GET' }, new AbortController().signal);
    } catch (error) {
      if (error instanceof SendFailure) throw new WebhookNotVerified(error.reason, noResponseText(error));
      throw error;
    }
    if (response.status >= 300 && response.status < 400)
      throw new WebhookNotVerified('redirect', `the receiver responded with ${response.status}`);
    if (response.status !== 200)
      throw new WebhookNotVerified(
        'status',
        `expected 200, the receiver responded to GET with ${response.status}${cureOf(response.status, keyName)}`,
      );
    const problem = bodyProblem(response.body, keyName, this.key);
    if (problem !== undefined) throw new WebhookNotVerified('body', problem);
  }
}

/** Says why a receiver did not respond, and what to do. */
function noResponseText({ message }: SendFailure): string {
  if (message === 'ECONNREFUSED') return 'ECONNREFUSED, nothing listens there. Start your application';
  if (message === 'ENOTFOUND' || message === 'EAI_AGAIN')
    return `${message}, the host is unknown. Correct the address`;
  return `${message}. Check that your application is running, and whether it speaks http or https`;
}

/** Says how a receiver without a usable GET becomes one. */
function cureOf(status: number, keyName: string): string {
  if (status === 401 || status === 403)
    return '. Exempt the address from the guard or proxy that protects it';
  if (status !== 404 && status !== 405) return '';
  return (
    `. The service verifies an address with GET before it posts events: add a GET route with the path of the POST, which ` +
    `responds with {"${keyName}": "<verification key>"}. In nestjs-pay, @PayWebhook() and webhooks.path have it, and a ` +
    'route with PayWebhookGuard alone needs one'
  );
}

/** Returns why the response to the verification request does not verify an address, or undefined. */
function bodyProblem(text: string, keyName: string, key: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'the response is not JSON';
  }
  if (!isObject(body) || !Object.hasOwn(body, keyName))
    return `the response has no member ${keyName} (${keyName === 'Key' ? 'capital K' : 'in lower case'})`;
  return body[keyName] === key ? undefined : `${keyName} is not this account's key`;
}
