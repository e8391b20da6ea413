// Makes a folder with tests of a NestJS application in TypeScript a project of Jest, with the packages of this workspace.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const JSC = {
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true },
};
const CONFIG = {
  testTimeout: 60_000, // for a busy machine
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '\\.ts$': ['@swc/jest', { module: { type: 'es6' }, jsc: JSC }] },
};

/** @param {string} folder */
export function writeJestProject(folder) {
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'jest.config.js'), `export default ${JSON.stringify(CONFIG)};`);
}
