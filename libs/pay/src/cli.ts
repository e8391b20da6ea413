#!/usr/bin/env node
import { run } from './cli/run.js';

void run(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  isTerminal: process.stdout.isTTY === true,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  onInterrupt(listener) {
    // A second Ctrl-C ends the process, because the listener is removed by then.
    process.once('SIGINT', listener);
    return () => void process.off('SIGINT', listener);
  },
}).then((code) => {
  process.exitCode = code;
});
