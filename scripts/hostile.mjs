// npm run hostile [posts]: the hostile requests of test/hostile in full, to a built package, with their numbers.
import { spawnSync } from 'node:child_process';

const [posts = '200000'] = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [process.env.npm_execpath, 'run', '--silent', 'jest', '--', '--selectProjects', 'hostile'],
  { stdio: 'inherit', env: { PAY_HOSTILE_REPORT: 'yes', PAY_HOSTILE_POSTS: posts, ...process.env } },
);
process.exitCode = status ?? 1;
