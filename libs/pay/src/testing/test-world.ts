import type { CreatedWorld, Delivery, PaySimulator, WebhooksHandle } from 'pay-simulator';

/** The account of a test: addresses and credentials of its world. */
export type TestAccount = Pick<
  CreatedWorld,
  'id' | 'url' | 'console' | 'control' | 'controlToken' | 'credentials' | 'endpoints' | 'environment'
>;

/** What JavaScript can do with a world in this process. */
export type LocalHandle = PaySimulator & TestAccount;

/** A delivery of a webhook, as the control API shows it. */
export interface TestDelivery extends Pick<Delivery, 'id' | 'state' | 'attempts'> {
  readonly url: string;
  readonly eventTypeId: number | null;
}

type MaybePromise<Value> = Value | Promise<Value>;
type Registration = Parameters<WebhooksHandle['register']>[0];

/** What the application under test needs of its world, in this process or in another one. */
export interface TestWorld {
  readonly account: TestAccount;
  /** The synchronous object. Undefined for a world in another process. */
  readonly simulator: LocalHandle | undefined;
  deliveries(): MaybePromise<readonly TestDelivery[]>;
  /** Resolves when all due deliveries got a response. */
  deliveriesSettled(timeoutMs: number): Promise<unknown>;
  /** Event types that can be registered. */
  eventTypes(owner: WebhookOwner): MaybePromise<readonly number[]>;
  webhooks(owner: WebhookOwner): MaybePromise<readonly unknown[]>;
  /** @throws Error if the simulator cannot verify the address. */
  register(owner: WebhookOwner, registration: Registration): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Whose webhooks: those of a merchant or a marketplace, or those of an ISV. */
export type WebhookOwner = 'merchant' | 'isv';
