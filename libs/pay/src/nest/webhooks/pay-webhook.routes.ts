import { Injectable } from '@nestjs/common';
import type { ExecutionContext, Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { PayInstrumentation } from '../../core/http/instrumentation.js';
import { createAddressMatcher } from '../../webhooks/source-address.js';
import type { AddressMatcher } from '../../webhooks/source-address.js';
import { PAY_WEBHOOK_SOURCE_ADDRESSES } from '../../webhooks/source-addresses.js';
import { fieldProblems } from '../options/options-check.js';
import { WEBHOOK_ROUTE_SETTINGS } from '../options/option-rules.js';
import type {
  PayWebhookModuleOptions,
  PayWebhookRouteSettings,
  PayWebhookSettings,
} from '../options/pay.options.js';
import { PayAccounts } from '../accounts/pay-accounts.js';
import type { PayAccount } from '../accounts/pay-accounts.js';
import { PayWiringError } from '../pay.exceptions.js';
import type { PayInbox, PaySender } from '../../inbox/pay-inbox.js';
import { webhookAccount } from './webhook-account.js';
import type { TakenFrom } from './elsewhere.js';
import { DEFAULT_SENDER_LIMITS } from './limits/sender-limits.js';
import type { PaySenderLimits } from './limits/sender-limits.js';
import type { WebhookAccount } from './webhook-account.js';
import { PayWebhookOptions, WebhookEndpoint } from './webhook-settings.js';

/** A method of a controller, as an execution context gives it. */
export type RouteHandler = ReturnType<ExecutionContext['getHandler']>;

/** A webhook route, ready to check deliveries against. */
export interface WebhookRoute {
  /** Controller and method: the same however the address is spelled. */
  name: string;
  /** What runs around its events. */
  instrumentation: PayInstrumentation | undefined;
  account: WebhookAccount;
  /** Made by `@PayWebhook()`: answers the handshake, dispatches, knows repeats. */
  isEndpoint: boolean;
  /** Whether its own method takes events. */
  runsMethod: boolean;
  confirm: boolean;
  /** Whether its own method takes events that nothing confirms. */
  acceptsUnconfirmed: boolean;
  isSourceAddress: AddressMatcher;
  /** Whether an address is the service's, where others may post too. */
  isServiceAddress: AddressMatcher;
  isTrustedProxy: AddressMatcher;
  secrets: readonly string[];
  /** In place of the key that the service tells. */
  verificationKeys: readonly string[];
  /** Whose events are taken. */
  takenFrom: TakenFrom;
  senderLimits: Record<PaySender, Required<PaySenderLimits>>;
  maxBodyBytes: number;
  /** Where its deliveries are kept. */
  inbox: PayInbox;
}

const DEFAULT_MAX_BODY_BYTES = 64 * 1024;
const THIS_MACHINE = ['127.0.0.0/8', '::1'];

/** Knows every webhook route's settings: the method's before the controller's before the module's. */
@Injectable()
export class PayWebhookRoutes {
  readonly #routes = new Map<RouteHandler, Map<Type, WebhookRoute>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly accounts: PayAccounts,
  ) {}

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
    const own: PayWebhookRouteSettings = {
      ...this.reflector.get(PayWebhookOptions, controller),
      ...this.reflector.get(PayWebhookOptions, handler),
    };
    const problems = fieldProblems(WEBHOOK_ROUTE_SETTINGS, { ...own });
    if (problems.length > 0)
      throw new PayWiringError(`the webhook ${name} is set up wrongly: ${problems.join('; ')}.`);
    const payAccount = this.#payAccount(name, own.account);
    const { options, inbox } = payAccount;
    const settings = { ...options.webhooks, ...own };
    const account = this.#accountOf(name, settings, payAccount);
    const endpoint = this.reflector.get(WebhookEndpoint, handler) as { runsMethod: boolean } | undefined;
    const confirm = settings.confirm ?? true;
    return {
      name,
      instrumentation: options.instrumentation ?? options[account.name]?.instrumentation,
      account,
      isEndpoint: endpoint !== undefined,
      runsMethod: endpoint?.runsMethod ?? true,
      confirm,
      acceptsUnconfirmed: settings.unconfirmed ?? !confirm,
      isSourceAddress: sourceAddresses(settings.sourceAddresses, account),
      isServiceAddress: serviceAddresses(settings.sourceAddresses, account),
      isTrustedProxy: createAddressMatcher(options.webhooks?.trustedProxies ?? []),
      secrets: settings.secrets ?? [],
      verificationKeys: settings.verificationKeys ?? [],
      takenFrom: { sourceCodes: settings.sourceCodes, merchantIds: settings.merchantIds },
      senderLimits: senderLimitsOf(options.webhooks),
      maxBodyBytes: settings.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
      inbox,
    };
  }

  #payAccount(route: string, name: string | undefined): PayAccount {
    const account = this.accounts.get(name);
    if (account !== undefined) return account;
    throw new PayWiringError(
      name === undefined
        ? `the webhook ${route} does not say whose it is: name the account with @PayWebhook({ account }), ` +
            `${this.accounts.namesText}.`
        : `the webhook ${route} belongs to the account '${name}', and no PayModule has that name: ` +
            `${this.accounts.namesText}.`,
    );
  }

  #accountOf(route: string, { client: named }: PayWebhookSettings, payAccount: PayAccount): WebhookAccount {
    const client = named ?? payAccount.clientNames[0];
    const account = client === undefined ? null : webhookAccount(client, payAccount);
    if (account !== null) return account;
    throw new PayWiringError(
      `the webhook ${route} belongs to the client \`${String(client)}\`, which is not configured in PayModule: ` +
        `add it to PayModule's options, or name another with @PayWebhook({ client }).`,
    );
  }
}

function senderLimitsOf({ senderLimits }: PayWebhookModuleOptions = {}): WebhookRoute['senderLimits'] {
  const limitsFor = (sender: PaySender): Required<PaySenderLimits> => {
    const { maxConcurrent, readsPerMinute } = DEFAULT_SENDER_LIMITS[sender];
    const given = senderLimits?.[sender];
    return {
      maxConcurrent: given?.maxConcurrent ?? maxConcurrent,
      readsPerMinute: given?.readsPerMinute ?? readsPerMinute,
    };
  };
  return { service: limitsFor('service'), unknown: limitsFor('unknown') };
}

function sourceAddresses(
  list: PayWebhookSettings['sourceAddresses'],
  account: WebhookAccount,
): AddressMatcher {
  return list === 'any' ? () => true : serviceAddresses(list, account);
}

/** Where anybody may post, the published ones are still known to be the service's. */
function serviceAddresses(
  list: PayWebhookSettings['sourceAddresses'],
  account: WebhookAccount,
): AddressMatcher {
  const published = account.isLocal ? THIS_MACHINE : PAY_WEBHOOK_SOURCE_ADDRESSES[account.environment];
  return createAddressMatcher(list === undefined || list === 'any' ? published : list);
}
