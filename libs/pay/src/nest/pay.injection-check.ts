import { Inject, Injectable } from '@nestjs/common';
import type { InjectionToken, OnModuleInit } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { PayIdempotency } from '../idempotency/pay-idempotency.js';
import type { PayModuleOptions } from './options/pay.options.js';
import { PayClients } from './pay.clients.js';
import { PAY_CLIENT_NAMES, PAY_CLIENTS } from './pay.client-table.js';
import type { PayClientName } from './pay.client-table.js';
import { PayWiringError } from './pay.exceptions.js';
import { PAY_ACCOUNT_NAME, PAY_OPTIONS } from './pay.module-tokens.js';
import { nameOfToken, tokenOf } from './pay.tokens.js';
import { wrappersIn } from './wrappers.js';
import type { Wrapper } from './wrappers.js';

/** Options of which one must be configured. */
type OptionNames = (PayClientName | 'idempotency')[];

/**
 * Finds providers that inject a client that is not configured. The configured clients are known only after the module is
 * defined, so every client has a provider, and its value is undefined if it is not configured.
 */
@Injectable()
export class PayInjectionCheck implements OnModuleInit {
  private readonly hasIdempotency: boolean;

  constructor(
    private readonly modules: ModulesContainer,
    private readonly clients: PayClients,
    @Inject(PAY_ACCOUNT_NAME) private readonly account: string | null,
    @Inject(PAY_OPTIONS) { idempotency }: PayModuleOptions,
  ) {
    this.hasIdempotency = idempotency !== undefined;
  }

  /** @throws PayWiringError naming the injected class, its consumer and the missing option. */
  onModuleInit(): void {
    const missing = this.unconfiguredTokens();
    if (missing.size === 0) return;
    for (const module of this.modules.values()) {
      // PayModule's own providers inject each other even if they are not configured.
      if (module.providers.get(PayInjectionCheck)?.instance === this) continue;
      for (const wrapper of wrappersIn(module)) {
        const token = this.dependenciesOf(wrapper).find((dependency) => missing.has(dependency));
        if (token !== undefined) throw notConfigured(token, wrapper, missing.get(token) ?? [], this.account);
      }
    }
  }

  /** Returns the tokens whose value is undefined, each with the options that would configure it. */
  private unconfiguredTokens(): Map<InjectionToken, OptionNames> {
    const { configured } = this.clients;
    const account = this.account ?? undefined;
    const tokens = new Map<InjectionToken, OptionNames>();
    const available = new Set<InjectionToken>();
    for (const client of PAY_CLIENT_NAMES) {
      const { service, areas } = PAY_CLIENTS[client];
      for (const target of [service, ...areas.map(([area]) => area)]) {
        for (const token of new Set([tokenOf(target, { account }), tokenOf(target, { account, client })])) {
          if (configured[client] !== undefined) available.add(token);
          tokens.set(token, [...(tokens.get(token) ?? []), client]);
        }
      }
    }
    for (const token of available) tokens.delete(token);
    if (!this.hasIdempotency) tokens.set(tokenOf(PayIdempotency, { account }), ['idempotency']);
    return tokens;
  }

  /** Returns the tokens that a provider injects from this PayModule. */
  private dependenciesOf(wrapper: Wrapper): InjectionToken[] {
    // The list is undefined for a provider without dependencies, and can have holes.
    const inConstructor = wrapper.getCtorMetadata() as (Wrapper | undefined)[] | undefined;
    const inProperties = (wrapper.getPropertiesMetadata() as { wrapper: Wrapper }[] | undefined)?.map(
      (property) => property.wrapper,
    );
    return [...(inConstructor ?? []), ...(inProperties ?? [])].flatMap((dependency) =>
      dependency?.host?.providers.get(PayInjectionCheck)?.instance === this ? dependency.token : [],
    );
  }
}

function notConfigured(
  token: InjectionToken,
  into: Wrapper,
  options: OptionNames,
  account: string | null,
): PayWiringError {
  const what = nameOfToken(token);
  const names = options.map((name) => `\`${name}\``).join(' or ');
  const where = account === null ? 'PayModule' : `PayModule '${account}'`;
  const variables = options.includes('idempotency') ? '' : ', set its variables if you use payConfig';
  return new PayWiringError(
    `${what} was injected into ${String(into.name)}, but ${names} is not configured in ${where}: ` +
      `add ${names} to its options${variables}, or do not inject it.`,
  );
}
