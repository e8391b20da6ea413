import { Injectable, Logger } from '@nestjs/common';
import type { FactoryProvider } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { PayWiringError } from '../pay.exceptions.js';
import { PAY_ACCOUNT_NAME } from '../pay.module-tokens.js';
import { accountOfToken } from '../pay.tokens.js';
import { wrappersIn } from '../wrappers.js';
import type { Wrapper } from '../wrappers.js';
import { nameConflict, listAccountNames } from './account-names.js';

type Names = (string | null)[];

/** Metadata keys of Nest for tokens that a class injects into parameters and properties. */
const OF_PARAMETERS = 'self:paramtypes';
const OF_PROPERTIES = 'self:properties_metadata';

/**
 * Checks the names of all PayModules before Nest creates providers. Without this check, Nest would report only a missing
 * provider, or inject one of two providers arbitrarily.
 */
@Injectable()
export class PayAccountsCheck {
  /** @throws PayWiringError for a duplicate name, for names that share environment variables, and for an unknown injected name. */
  constructor(modules: ModulesContainer) {
    const all = [...modules.values()];
    const names = all.flatMap(({ providers }) => {
      const wrapper = providers.get(PAY_ACCOUNT_NAME);
      return wrapper === undefined ? [] : [wrapper.instance as string | null];
    });
    rejectDuplicates(names);
    rejectConflicts(names);
    for (const wrapper of all.flatMap(wrappersIn)) rejectUnknown(wrapper, names);
  }
}

function rejectDuplicates(names: Names): void {
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate === undefined) return;
  throw new PayWiringError(
    duplicate === null
      ? 'two PayModules of this application have no name, so Nest would inject the client of an arbitrary one: give each ' +
          "account a name, as in PayModule.forRoot({ name: 'shop', … }), or put their clients into one PayModule."
      : `two PayModules of this application have the name '${duplicate}': give one of them another name. If they are the ` +
          'same account, call forRoot once and import what it returns.',
  );
}

function rejectConflicts(names: Names): void {
  for (const [index, name] of names.entries()) {
    const conflict = names
      .slice(0, index)
      .map((earlier) => nameConflict(earlier, name))
      .find((problem) => problem !== null);
    if (conflict !== undefined) throw new PayWiringError(conflict);
  }
}

function rejectUnknown(wrapper: Wrapper, names: Names): void {
  for (const token of tokensOf(wrapper)) {
    const account = accountOfToken(token);
    if (account === undefined || names.includes(account)) continue;
    const message =
      `${String(wrapper.name)} injects a client or area of the account '${account}', but no PayModule has that name: ` +
      `${listAccountNames(names)}.`;
    // Nest may already have stopped the boot with a less helpful error.
    new Logger('Pay').error(message);
    throw new PayWiringError(message);
  }
}

/** Returns the tokens that a class or factory injects. */
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
