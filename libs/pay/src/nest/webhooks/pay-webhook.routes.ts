import { Injectable } from '@nestjs/common';
import type { ExecutionContext, Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { ClientOptions } from '../../clients/client-options.js';
import { isLoopbackHost } from '../../core/operation/hosts.js';
import { resolveHosts } from '../../core/options/host-options.js';
import type { PayInbox } from '../../inbox/pay-inbox.js';
import { SenderLimits } from '../../inbox/sender-limits.js';
import { createAddressMatcher, PAY_WEBHOOK_SOURCE_ADDRESSES } from '../../webhooks/client-address.js';
import type { AddressMatcher } from '../../webhooks/client-address.js';
import { READS } from '../../webhooks/confirmation/confirming-endpoint.js';
import type {
  ConfirmingAccount,
  ConfirmingEndpoint,
  ConfirmingReads,
} from '../../webhooks/confirmation/confirming-endpoint.js';
import type { ParsingEndpoint } from '../../webhooks/parse-delivery.js';
import { PayAccounts } from '../accounts/pay-accounts.js';
import type { PayAccount } from '../accounts/pay-accounts.js';
import { fieldProblems } from '../options/options-check.js';
import { WEBHOOK_ROUTE_SETTINGS } from '../options/option-rules.js';
import type { PayWebhookRouteSettings } from '../options/pay.options.js';
import { PAY_CLIENTS } from '../pay.client-table.js';
import type { PayClientName } from '../pay.client-table.js';
import { PayWiringError } from '../pay.exceptions.js';
import { getOrAdd } from '../../core/values/get-or-add.js';

/**
 * Sets options of a webhook route, or of all routes of a controller, for `@UseGuards(PayWebhookGuard)` on your own route.
 * A method's options override the controller's, which override the `webhooks` options of PayModule.
 *
 * @example
 * @UseGuards(PayWebhookGuard)
 * @PayWebhookOptions({ client: 'marketplace' })
 * receive(@PayEvent() event: ReceivedPayEvent) {}
 */
export const PayWebhookOptions = Reflector.createDecorator<PayWebhookRouteSettings>();

/**
 * Marks a method as an endpoint of `@PayWebhook()`. The value says whether the method itself handles events: false for the method that
 * `@PayWebhook()` adds to a class.
 */
export const WebhookEndpoint = Reflector.createDecorator<boolean>();

/** Marks the method that responds to the verification of an endpoint with the name of the method that receives its deliveries. */
export const VerificationOf = Reflector.createDecorator<string | symbol>();

/** A method of a controller. */
export type RouteHandler = ReturnType<ExecutionContext['getHandler']>;

/** A webhook route with its settings. */
export interface WebhookRoute extends ConfirmingEndpoint, ParsingEndpoint {
  /** Controller and method, such as `Hooks.shop`. */
  name: string;
  /** Whether the route has `@PayWebhook()`. */
  isEndpoint: boolean;
  /** Whether its own method handles events. */
  runsMethod: boolean;
  /** Whether its own method handles events that cannot be confirmed. */
  acceptsUnconfirmed: boolean;
  isSourceAddress: AddressMatcher;
  /** Whether an address counts as the service's, and not as an unknown sender that may also post. */
  isServiceAddress: AddressMatcher;
  isTrustedProxy: AddressMatcher;
  readsPerMinute: number;
  inbox: PayInbox;
}

const READS_PER_MINUTE = 6_000;
const THIS_MACHINE = ['127.0.0.0/8', '::1'];

/** Resolves the settings of each webhook route: the method's override the controller's, which override the module's. */
@Injectable()
export class PayWebhookRoutes {
  /** By method, and by controller, because controllers can inherit a method. */
  readonly #routes = new Map<RouteHandler, Map<Type, WebhookRoute>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly accounts: PayAccounts,
    private readonly limits: SenderLimits,
  ) {}

  /**
   * Returns the settings of a controller's method. Both methods of an endpoint have the settings of the one for deliveries.
   *
   * @throws PayWiringError if the route's own settings are invalid or name a client that is not configured.
   */
  resolve(controller: Type, method: RouteHandler): WebhookRoute {
    const known = this.#routes.get(method)?.get(controller);
    if (known !== undefined) return known;
    const receives = this.reflector.get(VerificationOf, method) as string | symbol | undefined;
    const methods = controller.prototype as Record<string | symbol, RouteHandler>;
    const route =
      receives === undefined
        ? this.#read(controller, method)
        : this.resolve(controller, methods[receives] as RouteHandler);
    getOrAdd(this.#routes, method, () => new Map<Type, WebhookRoute>()).set(controller, route);
    return route;
  }

  #read(controller: Type, handler: RouteHandler): WebhookRoute {
    const name = `${controller.name}.${handler.name}`;
    const routeSettings: PayWebhookRouteSettings = {
      ...this.reflector.get(PayWebhookOptions, controller),
      ...this.reflector.get(PayWebhookOptions, handler),
    };
    const problems = fieldProblems(WEBHOOK_ROUTE_SETTINGS, { ...routeSettings });
    if (problems.length > 0)
      throw new PayWiringError(`the webhook ${name} has invalid options: ${problems.join('; ')}.`);
    const payAccount = this.accounts.require(
      routeSettings.account,
      `the webhook ${name} needs an account, as in @PayWebhook({ account: 'shop' })`,
      `the webhook ${name} has the account '${routeSettings.account}', but no PayModule has that name`,
    );
    const { options, inbox } = payAccount;
    const settings = { ...options.webhooks, ...routeSettings };
    const { sourceAddresses, sourceCodes, merchantIds, secrets = [], confirm = true } = settings;
    const client = settings.client ?? payAccount.clientNames[0];
    const clientOptions: Partial<ClientOptions> | undefined = client && options[client];
    if (client === undefined || clientOptions === undefined)
      throw new PayWiringError(
        `the webhook ${name} has the client \`${client}\`, which PayModule's options do not have: ` +
          'add it to the options, or choose another with @PayWebhook({ client }).',
      );
    const account = accountOf(client, clientOptions, payAccount);
    const runsMethod = this.reflector.get(WebhookEndpoint, handler) as boolean | undefined;
    const readsPerMinute = options.webhooks?.readsPerMinute ?? READS_PER_MINUTE;
    const published = publishedAddresses(clientOptions);
    return {
      name,
      account,
      isEndpoint: runsMethod !== undefined,
      runsMethod: runsMethod ?? true,
      confirm,
      acceptsUnconfirmed: settings.unconfirmed ?? !confirm,
      isSourceAddress:
        sourceAddresses === 'any' ? () => true : createAddressMatcher(sourceAddresses ?? published),
      isServiceAddress: serviceAddresses(sourceAddresses, published),
      isTrustedProxy: createAddressMatcher(options.webhooks?.trustedProxies ?? []),
      secrets,
      recipients: { sourceCodes, merchantIds },
      readsPerMinute,
      takeRead: (sender) => this.limits.takeRead({ account, readsPerMinute }, sender),
      inbox,
    };
  }
}

/** Returns the account of a PayModule's client. */
function accountOf(
  client: PayClientName,
  clientOptions: Partial<ClientOptions>,
  payAccount: PayAccount,
): ConfirmingAccount {
  const { name: account, options } = payAccount;
  const areas = Object.fromEntries(
    PAY_CLIENTS[client].areas.map(([area, member]) => [member, payAccount.confirmingAreaOf(area, client)]),
  );
  return {
    ...(READS[client] as (areas: unknown) => ConfirmingReads)(areas),
    account,
    name: client,
    id: account === null ? client : `${account}.${client}`,
    merchantId: client === 'isv' ? null : (options[client]?.merchantId ?? null),
    // An ISV reads its merchants' sessions with its ordinary credentials.
    hasTerminalCredentials: client !== 'isv' && clientOptions.cloudTerminal !== undefined,
  };
}

/** Returns the addresses that the service posts from. The simulator is on this machine. */
function publishedAddresses(client: Partial<ClientOptions>): readonly string[] {
  if (isLoopbackHost(new URL(resolveHosts(client).api).hostname)) return THIS_MACHINE;
  return PAY_WEBHOOK_SOURCE_ADDRESSES[client.dev === true ? 'demo' : 'live'];
}

/** Matches the published addresses, or all of an own list if the list contains none of them. */
function serviceAddresses(
  list: PayWebhookRouteSettings['sourceAddresses'],
  published: readonly string[],
): AddressMatcher {
  const isPublished = createAddressMatcher(published);
  if (list === undefined || list === 'any') return isPublished;
  const isListed = createAddressMatcher(list);
  // Of two ranges that overlap, one contains each address of the other.
  const containsPublished =
    list.some((range) => isPublished(addressIn(range))) ||
    published.some((range) => isListed(addressIn(range)));
  return containsPublished ? isPublished : isListed;
}

/** Returns an address of a range. */
const addressIn = (range: string): string => range.trim().replace(/\/.*/, '');
