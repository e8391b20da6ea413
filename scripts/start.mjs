// npm start: compiles the demo and runs it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

process.stdout.write('Compiling the demo…\n');
const { compileDemo, DEMO } = await import('./compile-demo.mjs');
await compileDemo();
await import(pathToFileURL(join(import.meta.dirname, '..', DEMO)).href);
