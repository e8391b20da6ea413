// Reads the OpenAPI document of the control API from the simulator's table of routes.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import swc from '@swc/core';
import { ROOT } from '../operation-docs/root.mjs';

const SOURCE = join(ROOT, 'libs/pay-simulator/src');
const OPTIONS = {
  swcrc: false,
  module: { type: 'es6' },
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
};

/** Returns the document. Its server is the command's default address. */
export async function controlDocument() {
  const folder = mkdtempSync(join(tmpdir(), 'pay-openapi-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const files = readdirSync(SOURCE, { recursive: true }).filter(
      (name) =>
        /^(control|domain|http|deliveries|state)\/.*\.ts$/.test(name) && !/\.(spec|testing)\.ts$/.test(name),
    );
    for (const name of files) {
      const target = join(folder, name.replace(/ts$/, 'js'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, swc.transformFileSync(join(SOURCE, name), OPTIONS).code);
    }
    const table = await import(pathToFileURL(join(folder, 'control/control-document.js')).href);
    return table.controlDocument('http://127.0.0.1:4010');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
