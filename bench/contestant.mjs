// One contestant, in a process of its own.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';

const HERE = new URL('.', import.meta.url);

/** Runs a contestant while `drive` asks it. @returns what `drive` answers; null where the contestant is not installed. */
export async function withContestant({ file, mode = '', execArgv = [] }, drive) {
  const path = new URL(file, HERE);
  if (file.startsWith('comparisons/') && !existsSync(new URL('comparisons/node_modules', HERE))) return null;
  // What others print is not ours to show.
  const child = fork(path, [mode], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv });
  const next = messagesOf(child);
  try {
    return await drive(next, (message) => child.send(message));
  } finally {
    child.kill('SIGKILL');
  }
}

/** The next message from a child, in order; fails when the child ends first. */
function messagesOf(child) {
  const arrived = [];
  const waiting = [];
  let end = null;
  child.on('message', (message) =>
    waiting.length > 0 ? waiting.shift().resolve(message) : arrived.push(message),
  );
  child.on('exit', (code) => {
    end = new Error(`a contestant ended with ${code}`);
    waiting.forEach(({ reject }) => reject(end));
  });
  return () => {
    if (arrived.length > 0) return Promise.resolve(arrived.shift());
    if (end !== null) return Promise.reject(end);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };
}

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The medians of each member over several runs. */
export function medians(runs) {
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));
}
