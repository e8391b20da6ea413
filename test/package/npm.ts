import { spawnSync } from 'node:child_process';

/** Runs npm, the one that runs this test where there is one: what it prints, and how it ended. */
export function npm(args: string[], cwd: string) {
  const path = process.env['npm_execpath'];
  const [command, first] = path === undefined ? ['npm', []] : [process.execPath, [path]];
  return spawnSync(command, [...first, ...args], { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
}
