// Jest's module loader, but all spec files of a worker share the loaded packages, sources and scripts: loading NestJS, the library and
// the contract takes longer than most spec files run. Spec files, test doubles and the files of `test` and `docs` are loaded for each
// spec file.
import { createRequire } from 'node:module';

const { default: JestRuntime } = createRequire(import.meta.url)('jest-runtime');

const SHARED = /^node:|\/node_modules\/|\/(libs|apps)\/[a-z-]+\/(src|dist)\/|\/scripts\//;
const OF_ONE_FILE = /\.(spec|testing)\.ts$/;
const isShared = (module) => SHARED.test(module) && !OF_ONE_FILE.test(module);

/** Loaders by environment: modules belong to the environment that they are loaded in. */
const runtimes = new WeakMap();

export default class SharedRuntime extends JestRuntime {
  constructor(config, environment, resolver, transformer, files, coverage, testPath, globalConfig) {
    const known = runtimes.get(environment);
    if (known !== undefined) {
      known.begin(testPath);
      return known;
    }
    super(config, environment, resolver, transformer, files, coverage, testPath, globalConfig);
    runtimes.set(environment, this);
  }

  begin(testPath) {
    this._testPath = testPath;
    this.esmLoader.testPath = testPath;
    this.executor.testPath = testPath;
    this.testState.state = 'loading';
  }

  /** Unlike Jest's, keeps the shared modules, which can still load others. */
  teardown() {
    this.restoreAllMocks();
    const { esModuleRegistry, moduleRegistry, internalModuleRegistry } = this.registries;
    forget(esModuleRegistry, (module) => !isShared(module));
    forget(moduleRegistry, (module) => !isShared(module));
    // Modules of jest-circus have the hooks and tests of the file.
    forget(internalModuleRegistry, (module) => module.includes('/jest-circus/'));
    this.testMainModule.reset();
    this.mockState.clear();
    this.fileCache.clear();
    this.jestGlobals.clearJestObjectCache();
    this.loggedReferenceErrors.clear();
  }
}

function forget(registry, isForgotten) {
  for (const module of registry.keys()) if (isForgotten(module)) registry.delete(module);
}
