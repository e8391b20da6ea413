// Jest's Node environment, which all spec files of a worker share, because they share modules: see runtime.mjs.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-node');

/** Storages that the current spec file has enabled: Jest's own, which finds the test of an unhandled rejection, and those of tests. */
const enabled = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...input) {
  enabled.add(this);
  return run.apply(this, input);
};

const OF_ONE_FILE = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];

/** Environments by aliases, which decide what a module imports. */
const environments = new Map();

export default class SharedEnvironment extends TestEnvironment {
  constructor(options, context) {
    const aliases = JSON.stringify(options.projectConfig.moduleNameMapper);
    const known = environments.get(aliases);
    if (known !== undefined) return known;
    super(options, context);
    environments.set(aliases, this);
    const { env, exit } = this.global.process;
    this.process = { env, exit };
    this.variables = { ...env };
  }

  /** Unlike Jest's, leaves the environment to the next spec file. */
  async teardown() {
    // Node.js calls each enabled storage for each new promise, so the storages of finished files would slow down all later files.
    for (const storage of enabled) storage.disable();
    enabled.clear();
    const { env } = Object.assign(this.global.process, this.process);
    for (const name of Object.keys(env)) if (!(name in this.variables)) delete env[name];
    Object.assign(env, this.variables);
    // Jest would add the handlers of the next file to those of this file, and never forget its tests.
    for (const symbol of Object.getOwnPropertySymbols(this.global))
      if (OF_ONE_FILE.includes(symbol.description)) delete this.global[symbol];
    this._globalProxy.leftovers = [];
    this.fakeTimersModern.dispose();
  }
}
