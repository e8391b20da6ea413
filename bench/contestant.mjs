// Runs one contestant in its own process.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';

const HERE = new URL('.', import.meta.url);

/** Runs a contestant while `drive` sends it messages. @returns The result of `drive`, or null if the contestant is not installed. */
export async function withContestant({ file, mode = '', execArgv = [] }, drive) {
  const path = new URL(file, HERE);
  if (file.startsWith('comparisons/') && !existsSync(new URL('comparisons/node_modules', HERE))) return null;
  // The output of other packages is discarded.
  const child = fork(path, [mode], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv });
  const next = messagesOf(child);
  try {
    return await drive(next, (message) => child.send(message));
  } finally {
    child.kill('SIGKILL');
  }
}

/** Returns a function that resolves with the next message of a child, and rejects if the child ends first. */
function messagesOf(child) {
  const arrived = [];
  const waiting = [];
  let end = null;
  child.on('message', (message) =>
    waiting.length > 0 ? waiting.shift().resolve(message) : arrived.push(message),
  );
  child.on('exit', (code) => {
    end = new Error(`a contestant ended with exit code ${code}`);
    waiting.forEach(({ reject }) => reject(end));
  });
  return () => {
    if (arrived.length > 0) return Promise.resolve(arrived.shift());
    if (end !== null) return Promise.reject(end);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };
}

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Returns the median of each member over several runs. */
export function medians(runs) {
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));
}
