#!/usr/bin/env node
import { run } from './cli/run.js';

void run(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  isTerminal: process.stdout.isTTY === true,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
}).then((code) => {
  process.exitCode = code;
});
