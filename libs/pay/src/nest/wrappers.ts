import type { DiscoveryService } from '@nestjs/core';

/** A provider, controller or injectable, as Nest stores it. */
export type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];

/** A module, as Nest stores it. */
export type NestModule = NonNullable<Wrapper['host']>;

/** Lists what a module has. */
export function wrappersIn({ providers, controllers, injectables }: NestModule): Wrapper[] {
  return [...providers.values(), ...controllers.values(), ...injectables.values()];
}

/** Returns whether there is one instance, which exists when the application has started. */
export function isSingleton(wrapper: Wrapper): boolean {
  return !wrapper.isTransient && wrapper.isDependencyTreeStatic();
}
