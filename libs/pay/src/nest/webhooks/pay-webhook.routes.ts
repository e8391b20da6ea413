import { Inject, Injectable } from '@nestjs/common';
import type { ExecutionContext, Type } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { createAddressMatcher } from '../../webhooks/source-address.js';
import type { AddressMatcher } from '../../webhooks/source-address.js';
import { PAY_WEBHOOK_SOURCE_ADDRESSES } from '../../webhooks/source-addresses.js';
import { fieldProblems } from '../options/options-check.js';
import { WEBHOOK_SETTINGS } from '../options/option-rules.js';
import type { PayModuleOptions, PayWebhookSettings } from '../options/pay.options.js';
import { PayClients } from '../pay.clients.js';
import { PayWiringError } from '../pay.exceptions.js';
import { PAY_OPTIONS } from '../pay.module-definition.js';
import { getPayToken } from '../pay.tokens.js';
import { webhookAccount } from './webhook-account.js';
import type { WebhookAccount } from './webhook-account.js';
import { PayWebhookOptions, WebhookEndpoint } from './webhook-settings.js';

/** A method of a controller, as an execution context gives it. */
export type RouteHandler = ReturnType<ExecutionContext['getHandler']>;

/** A webhook route, ready to check deliveries against. */
export interface WebhookRoute {
  /** Controller and method: the same however the address is spelled. */
  name: string;
  account: WebhookAccount;
  /** Made by `@PayWebhook()`: answers the handshake, dispatches, knows repeats. */
  isEndpoint: boolean;
  /** Whether its own method takes events. */
  runsMethod: boolean;
  confirm: boolean;
  /** Whether its own method takes events that nothing confirms. */
  acceptsUnconfirmed: boolean;
  isSourceAddress: AddressMatcher;
  isTrustedProxy: AddressMatcher;
  secrets: readonly string[];
  maxBodyBytes: number;
}

const DEFAULT_MAX_BODY_BYTES = 64 * 1024;
const THIS_MACHINE = ['127.0.0.0/8', '::1'];

/** Knows every webhook route's settings: the method's before the controller's before the module's. */
@Injectable()
export class PayWebhookRoutes {
  readonly #routes = new Map<RouteHandler, Map<Type, WebhookRoute>>();
  // Private for printing too: the options hold credentials.
  readonly #options: PayModuleOptions;
  readonly #moduleRef: ModuleRef;
  #expectsDeliveries = false;

  constructor(
    private readonly reflector: Reflector,
    moduleRef: ModuleRef,
    private readonly clients: PayClients,
    @Inject(PAY_OPTIONS) options: PayModuleOptions,
  ) {
    this.#options = options;
    this.#moduleRef = moduleRef;
  }

  /** Whether any route is guarded, so that the application must keep raw bodies. */
  get expectsDeliveries(): boolean {
    return this.#expectsDeliveries;
  }

  /** Says that a route is guarded. */
  expectDeliveries(): void {
    this.#expectsDeliveries = true;
  }

  /**
   * The settings of a controller's method.
   *
   * @throws PayWiringError when the route's own settings are wrong or name a client that is not configured.
   */
  resolve(controller: Type, handler: RouteHandler): WebhookRoute {
    const byController = this.#routes.get(handler) ?? new Map<Type, WebhookRoute>();
    this.#routes.set(handler, byController);
    const known = byController.get(controller);
    if (known !== undefined) return known;
    const route = this.#read(controller, handler);
    byController.set(controller, route);
    return route;
  }

  #read(controller: Type, handler: RouteHandler): WebhookRoute {
    const name = `${controller.name}.${handler.name}`;
    const own: PayWebhookSettings = {
      ...this.reflector.get(PayWebhookOptions, controller),
      ...this.reflector.get(PayWebhookOptions, handler),
    };
    const problems = fieldProblems(WEBHOOK_SETTINGS, { ...own }, '');
    if (problems.length > 0)
      throw new PayWiringError(`the webhook ${name} is set up wrongly: ${problems.join('; ')}.`);
    const settings = { ...this.#options.webhooks, ...own };
    const account = this.#accountOf(name, settings);
    const endpoint = this.reflector.get(WebhookEndpoint, handler) as { runsMethod: boolean } | undefined;
    const confirm = settings.confirm ?? true;
    return {
      name,
      account,
      isEndpoint: endpoint !== undefined,
      runsMethod: endpoint?.runsMethod ?? true,
      confirm,
      acceptsUnconfirmed: settings.unconfirmed ?? !confirm,
      isSourceAddress: sourceAddresses(settings.sourceAddresses, account),
      isTrustedProxy: createAddressMatcher(this.#options.webhooks?.trustedProxies ?? []),
      secrets: settings.secrets ?? [],
      maxBodyBytes: settings.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    };
  }

  #accountOf(name: string, settings: PayWebhookSettings): WebhookAccount {
    const client = settings.client ?? this.clients.names[0];
    const account =
      client === undefined
        ? null
        : webhookAccount(client, (area) => this.#moduleRef.get(getPayToken(area, client)), this.#options);
    if (account !== null) return account;
    throw new PayWiringError(
      `the webhook ${name} belongs to the client \`${String(client)}\`, which is not configured in PayModule: ` +
        `add it to PayModule's options, or name another with @PayWebhook({ client }).`,
    );
  }
}

function sourceAddresses(
  list: PayWebhookSettings['sourceAddresses'],
  account: WebhookAccount,
): AddressMatcher {
  if (list === 'any') return () => true;
  const published = account.isLocal ? THIS_MACHINE : PAY_WEBHOOK_SOURCE_ADDRESSES[account.environment];
  return createAddressMatcher(list ?? published);
}
