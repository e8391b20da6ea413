// A contestant: a program that runs in a process of its own, in the Node version that is measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

const HERE = new URL('.', import.meta.url);
const TIME_LIMIT_MS = 120_000;
const CLOSE_LIMIT_MS = 10_000;

/** Starts a contestant. `ask` sends it a message and resolves with its response, `next` resolves with its next message. */
export function startContestant({ file, mode = '', args = [], execArgv = [] }, node) {
  if (file.startsWith('comparisons/') && !existsSync(new URL('comparisons/node_modules', HERE)))
    throw new Error('its packages are not installed');
  // The output of other packages is discarded.
  const child = fork(new URL(file, HERE), [mode, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execPath: node,
    execArgv,
  });
  const next = messagesOf(child);
  return {
    next,
    ask(message) {
      child.send(message);
      return next();
    },
    // It exits by itself, so that it can write its profile.
    async close() {
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill('SIGKILL'), CLOSE_LIMIT_MS);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      clearTimeout(timer);
    },
  };
}

/** Returns a function that resolves with the next message of a child, and rejects if the child ends or hangs. */
function messagesOf(child) {
  const arrived = [];
  let waiting = null;
  let errors = '';
  let end = null;
  child.stderr.on('data', (chunk) => (errors = `${errors}${chunk}`.slice(-2_000)));
  child.on('message', (message) => (waiting === null ? arrived.push(message) : waiting.resolve(message)));
  child.on('exit', (code) => {
    const reason = errors.split('\n').find((line) => /Error/.test(line)) ?? '';
    end = new Error(`it ended with exit code ${code} ${reason}`.trim());
    waiting?.reject(end);
  });
  return async () => {
    if (arrived.length > 0) return arrived.shift();
    if (end !== null) throw end;
    const timer = setTimeout(() => waiting.reject(new Error('it did not respond in time')), TIME_LIMIT_MS);
    try {
      return await new Promise((resolve, reject) => (waiting = { resolve, reject }));
    } finally {
      clearTimeout(timer);
      waiting = null;
    }
  };
}
