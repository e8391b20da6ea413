import { join } from 'node:path';
import { afterAll, describe, it, jest, registrationsOf } from './globals.js';

const ROOT = join(import.meta.dirname, '../..');
const { SPEC_FILES } = globalThis as unknown as { SPEC_FILES: string[][] };

/** Runs a share of the project's spec files: see groups.mjs. */
export async function runGroup(number: number): Promise<void> {
  for (const file of SPEC_FILES[number - 1]!) {
    const registrations = await load(file).catch((error: Error) => [
      () => it('can be loaded', () => Promise.reject(error)),
    ]);
    describe(file, () => {
      for (const register of registrations) register();
      restoreAfterAll();
    });
  }
}

async function load(file: string): Promise<(() => unknown)[]> {
  const registrations = await registrationsOf(() => import(join(ROOT, file)));
  if (registrations.length === 0) throw new Error(`${file} has no tests`);
  return registrations;
}

/** Leaves nothing to the next spec file. */
function restoreAfterAll(): void {
  const variables = { ...process.env };
  afterAll(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
  });
}
