import { Injectable } from '@nestjs/common';
import type { ExecutionContext, Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { createAddressMatcher, PAY_WEBHOOK_SOURCE_ADDRESSES } from '../../webhooks/client-address.js';
import type { AddressMatcher } from '../../webhooks/client-address.js';
import type { RecipientFilter } from '../../webhooks/recipient-filter.js';
import { fieldProblems } from '../options/options-check.js';
import { WEBHOOK_ROUTE_SETTINGS } from '../options/option-rules.js';
import type { PayWebhookRouteSettings, PayWebhookSettings } from '../options/pay.options.js';
import { PayAccounts } from '../accounts/pay-accounts.js';
import type { PayAccount } from '../accounts/pay-accounts.js';
import { PayWiringError } from '../pay.exceptions.js';
import type { PayInbox } from '../../inbox/pay-inbox.js';
import { webhookAccountOf } from './webhook-account.js';
import type { WebhookAccount } from './webhook-account.js';

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

/** Marks a method as an endpoint of `@PayWebhook()`. */
export const WebhookEndpoint = Reflector.createDecorator<{
  /** Whether the method itself handles events. False for the method that `@PayWebhook()` adds to a class. */
  runsMethod: boolean;
}>();

/** Marks the method that responds to the verification of an endpoint with the name of the method that receives its deliveries. */
export const VerificationOf = Reflector.createDecorator<string | symbol>();

/** A method of a controller. */
export type RouteHandler = ReturnType<ExecutionContext['getHandler']>;

/** A webhook route with its settings. */
export interface WebhookRoute {
  /** Controller and method, such as `Hooks.shop`. */
  name: string;
  account: WebhookAccount;
  /** Whether the route has `@PayWebhook()`. */
  isEndpoint: boolean;
  /** Whether its own method handles events. */
  runsMethod: boolean;
  confirm: boolean;
  /** Whether its own method handles events that cannot be confirmed. */
  acceptsUnconfirmed: boolean;
  isSourceAddress: AddressMatcher;
  /** Whether an address counts as the service's, and not as an unknown sender that may also post. */
  isServiceAddress: AddressMatcher;
  isTrustedProxy: AddressMatcher;
  secrets: readonly string[];
  /** Sources and merchants whose events are accepted. */
  recipients: RecipientFilter;
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
  ) {}

  /**
   * Returns the settings of a controller's method. Both methods of an endpoint have the settings of the one for deliveries.
   *
   * @throws PayWiringError if the route's own settings are invalid or name a client that is not configured.
   */
  resolve(controller: Type, method: RouteHandler): WebhookRoute {
    const receives = this.reflector.get(VerificationOf, method) as string | symbol | undefined;
    const { [receives ?? '']: handler = method } = controller.prototype as Record<
      string | symbol,
      RouteHandler
    >;
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
    const routeSettings: PayWebhookRouteSettings = {
      ...this.reflector.get(PayWebhookOptions, controller),
      ...this.reflector.get(PayWebhookOptions, handler),
    };
    const problems = fieldProblems(WEBHOOK_ROUTE_SETTINGS, { ...routeSettings });
    if (problems.length > 0)
      throw new PayWiringError(`the webhook ${name} has invalid options: ${problems.join('; ')}.`);
    const payAccount = this.#payAccount(name, routeSettings.account);
    const { options, inbox } = payAccount;
    const settings = { ...options.webhooks, ...routeSettings };
    const account = this.#accountOf(name, settings, payAccount);
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
      isServiceAddress: serviceAddresses(settings.sourceAddresses, account),
      isTrustedProxy: createAddressMatcher(options.webhooks?.trustedProxies ?? []),
      secrets: settings.secrets ?? [],
      recipients: { sourceCodes: settings.sourceCodes, merchantIds: settings.merchantIds },
      readsPerMinute: options.webhooks?.readsPerMinute ?? READS_PER_MINUTE,
      inbox,
    };
  }

  #payAccount(route: string, name: string | undefined): PayAccount {
    const account = this.accounts.get(name);
    if (account !== undefined) return account;
    throw new PayWiringError(
      name === undefined
        ? `the webhook ${route} needs an account, as in @PayWebhook({ account: 'shop' }): ` +
            `${this.accounts.namesText}.`
        : `the webhook ${route} has the account '${name}', but no PayModule has that name: ` +
            `${this.accounts.namesText}.`,
    );
  }

  #accountOf(route: string, { client: chosen }: PayWebhookSettings, payAccount: PayAccount): WebhookAccount {
    const client = chosen ?? payAccount.clientNames[0];
    const account = client === undefined ? null : webhookAccountOf(client, payAccount);
    if (account !== null) return account;
    throw new PayWiringError(
      `the webhook ${route} has the client \`${String(client)}\`, which PayModule's options do not have: ` +
        'add it to the options, or choose another with @PayWebhook({ client }).',
    );
  }
}

function sourceAddresses(
  list: PayWebhookSettings['sourceAddresses'],
  account: WebhookAccount,
): AddressMatcher {
  return list === 'any' ? () => true : createAddressMatcher(list ?? publishedAddresses(account));
}

/** Matches the published addresses, or all of an own list if the list contains none of them. */
function serviceAddresses(
  list: PayWebhookSettings['sourceAddresses'],
  account: WebhookAccount,
): AddressMatcher {
  const published = publishedAddresses(account);
  const isPublished = createAddressMatcher(published);
  if (list === undefined || list === 'any') return isPublished;
  const isListed = createAddressMatcher(list);
  // Of two ranges that overlap, one contains each address of the other.
  const containsPublished =
    list.some((range) => isPublished(addressIn(range))) ||
    published.some((range) => isListed(addressIn(range)));
  return containsPublished ? isPublished : isListed;
}

const publishedAddresses = ({ isLocal, environment }: WebhookAccount): readonly string[] =>
  isLocal ? THIS_MACHINE : PAY_WEBHOOK_SOURCE_ADDRESSES[environment];

/** Returns an address of a range. */
const addressIn = (range: string): string => range.trim().replace(/\/.*/, '');
