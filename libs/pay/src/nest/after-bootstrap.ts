import type { ModulesContainer } from '@nestjs/core';

interface Bootstrapped {
  onApplicationBootstrap?(): unknown;
}

/**
 * Runs a task after the last `onApplicationBootstrap()` of the application, for example when all listeners of an event emitter are
 * registered. Nest has no hook for that, so the task is added to the hook that Nest calls last: that of the class of the last
 * module, as in `NestApplicationContext.callBootstrapHook()`. It holds for `listen()`, `init()` and application contexts, and an error
 * of the task stops the boot.
 *
 * Call it in `onApplicationBootstrap()` of a provider, which Nest calls before that of any module that comes later.
 */
export function afterBootstrap(modules: ModulesContainer, task: () => Promise<void> | void): void {
  const last = [...modules.values()]
    .sort((one, other) => other.distance - one.distance)
    // Nest calls no hook of a module that depends on a request.
    .filter(({ metatype, providers }) => providers.get(metatype)?.isDependencyTreeStatic() === true)
    .at(-1);
  const instance = last?.instance as Bootstrapped | undefined;
  if (instance === undefined) throw new TypeError('the application has no module');
  const own = instance.onApplicationBootstrap?.bind(instance);
  Reflect.defineProperty(instance, 'onApplicationBootstrap', {
    configurable: true,
    writable: true,
    value: async (): Promise<void> => {
      await own?.();
      await task();
    },
  });
}
