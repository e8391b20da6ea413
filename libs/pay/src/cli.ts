#!/usr/bin/env node
import { run } from './cli/run.js';

// A reader that has enough, such as `head`, is no failure, and the command may still be changing something.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

void run(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  isTerminal: process.stdout.isTTY === true,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
}).then((code) => {
  process.exitCode = code;
});
