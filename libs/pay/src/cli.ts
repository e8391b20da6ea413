#!/usr/bin/env node
import { pathToFileURL } from 'node:url';
import { run } from './cli/run.js';

void run(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  isTerminal: process.stdout.isTTY === true,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  async start(file, args) {
    process.argv.splice(1, Infinity, file, ...args);
    await import(pathToFileURL(file).href);
  },
}).then((code) => {
  process.exitCode = code;
});
