// Jest's Node environment, without a cost that grows with each spec file of a worker.
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

export default class extends TestEnvironment {
  async teardown() {
    // Node.js calls each enabled storage for each new promise, so the storages of finished files would slow down all later files.
    for (const storage of enabled) storage.disable();
    enabled.clear();
    await super.teardown();
  }
}
