import { Injectable, Logger } from '@nestjs/common';
import type { FactoryProvider } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { DiscoveryService } from '@nestjs/core';
import { PayWiringError } from '../pay.exceptions.js';
import { PAY_ACCOUNT_NAME } from '../pay.module-tokens.js';
import { accountOfToken } from '../pay.tokens.js';
import { namesClash, listAccountNames } from './account-names.js';

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];
type Names = (string | null)[];

/** Where Nest keeps what a class has injected under a token, by parameter and by property. */
const OF_PARAMETERS = 'self:paramtypes';
const OF_PROPERTIES = 'self:properties_metadata';

/**
 * Looks at the names of all PayModules before anything is made: Nest itself would say only that it has no such provider,
 * or give one of two by chance.
 */
@Injectable()
export class PayAccountsCheck {
  /** @throws PayWiringError for a name that stands twice, for two that are one in the environment, and for one that is injected and not there. */
  constructor(modules: ModulesContainer) {
    const all = [...modules.values()];
    const names = all.flatMap(({ providers }) => {
      const wrapper = providers.get(PAY_ACCOUNT_NAME);
      return wrapper === undefined ? [] : [wrapper.instance as string | null];
    });
    refuseTwice(names);
    refuseClashes(names);
    for (const { providers, controllers, injectables } of all) {
      for (const wrapper of [...providers.values(), ...controllers.values(), ...injectables.values()])
        refuseUnknown(wrapper, names);
    }
  }
}

function refuseTwice(names: Names): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new PayWiringError(
    twice === null
      ? 'two PayModules of this application have no name, so that it would be chance whose client is injected: give each ' +
          "account a name, as in PayModule.forRoot({ name: 'shop', … }), or put their clients into one PayModule."
      : `two PayModules of this application are called '${twice}': give one of them another name, or, where they are ` +
          'the same account, call forRoot once and import what it returns.',
  );
}

function refuseClashes(names: Names): void {
  for (const [index, name] of names.entries()) {
    const clash = names
      .slice(0, index)
      .map((earlier) => namesClash(earlier, name))
      .find((problem) => problem !== null);
    if (clash !== undefined) throw new PayWiringError(clash);
  }
}

function refuseUnknown(wrapper: Wrapper, names: Names): void {
  for (const token of tokensOf(wrapper)) {
    const account = accountOfToken(token);
    if (account === undefined || names.includes(account)) continue;
    const message =
      `${String(wrapper.name)} has something of the account '${account}' injected, and no PayModule has that name: ` +
      `${listAccountNames(names)}.`;
    // Nest may have stopped the boot by now, with an error of its own that says less.
    new Logger('Pay').error(message);
    throw new PayWiringError(message);
  }
}

/** What a class or factory asks for by token. */
function tokensOf({ metatype, inject }: Wrapper): unknown[] {
  if (inject !== undefined && inject !== null) return inject.map(tokenOf);
  if (typeof metatype !== 'function') return [];
  const parameters = (Reflect.getMetadata(OF_PARAMETERS, metatype) ?? []) as { param: unknown }[];
  const properties = (Reflect.getMetadata(OF_PROPERTIES, metatype) ?? []) as { type: unknown }[];
  return [...parameters.map(({ param }) => param), ...properties.map(({ type }) => type)];
}

function tokenOf(dependency: NonNullable<FactoryProvider['inject']>[number]): unknown {
  return typeof dependency === 'object' && 'token' in dependency ? dependency.token : dependency;
}
