// What spec files import as `@jest/globals` while they run in groups: see the transform in jest.config.mjs. It postpones what the top of a spec
// file registers, so that its hooks can be those of its own tests only.
import type * as Jest from '@jest/globals';

type Register = (...input: never[]) => unknown;

/** Hooks and tests of the spec file that is loading. */
let registrations: (() => unknown)[] | undefined;

/** Postpones calls while a spec file is loading, also calls of members, such as `it.each(rows)`. */
const postponed = <Registering extends Register>(register: Registering): Registering =>
  new Proxy(register, {
    apply: (_, self, input: never[]) =>
      registrations === undefined
        ? register.apply(self, input)
        : registrations.push(() => register.apply(self, input)),
    get: (_, name) => {
      const member = Reflect.get(register, name) as Register | undefined;
      if (typeof member !== 'function') return member;
      return name === 'each'
        ? (...rows: never[]) => postponed(member(...rows) as Register)
        : postponed(member);
    },
  });

/** Loads a spec file. Returns functions that register its hooks and tests. */
export async function registrationsOf(load: () => Promise<unknown>): Promise<(() => unknown)[]> {
  const own = (registrations = [] as (() => unknown)[]);
  try {
    await load();
  } finally {
    registrations = undefined;
  }
  return own;
}

const original = { ...(globalThis as unknown as typeof Jest) };
export const { expect } = original;
export const describe: typeof Jest.describe = postponed(original.describe);
export const it: typeof Jest.it = postponed(original.it);
export const beforeAll: typeof Jest.beforeAll = postponed(original.beforeAll);
export const beforeEach: typeof Jest.beforeEach = postponed(original.beforeEach);
export const afterAll: typeof Jest.afterAll = postponed(original.afterAll);
export const afterEach: typeof Jest.afterEach = postponed(original.afterEach);
export const { jest } = import.meta as unknown as typeof Jest;

// The spec file of the tutorial imports nothing.
Object.assign(globalThis, { describe, it });
