// Everything a machine with Node and npm can check, in one command. Ends with one line: N passed, N failed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM, NO_CHROMIUM } from '../test/browser/find-chromium.mjs';

/** Runs a script of package.json; what it says is shown as it comes, or, where others talk, when it has ended. */
function npmRun(script, { args = [], aside = false } = {}) {
  const command = [
    process.env.npm_execpath,
    'run',
    '--silent',
    script,
    ...(args.length > 0 ? ['--', ...args] : []),
  ];
  const child = spawn(process.execPath, command, { stdio: aside ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text));
  return new Promise((resolve) =>
    child.once('close', (code) => {
      process.stdout.write(said);
      resolve(code === 0);
    }),
  );
}

const totals = { passed: 0, failed: 0, skipped: 0 };
const step = (title, succeeded) => {
  totals[succeeded ? 'passed' : 'failed']++;
  process.stdout.write(`${succeeded ? 'ok    ' : 'FAILED'} ${title}\n`);
};

async function readTheSources() {
  step('type check', await npmRun('typecheck', { aside: true }));
  step('lint', await npmRun('lint', { aside: true }));
  step('prose', await npmRun('prose', { aside: true }));
}

async function runTheTests(report) {
  // The package and browser tests use what is built, as users do.
  step('build', await npmRun('build', { aside: true }));
  // One more than there are cores: browsers, databases and killed processes are waited for.
  const workers = availableParallelism() + 1;
  const succeeded = await npmRun('jest', {
    args: ['--json', `--outputFile=${report}`, `--maxWorkers=${workers}`],
  });
  const failed = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : 0;
  // A run can fail without a test that does: nothing loads, a worker dies.
  if (!succeeded && failed === 0) step('tests', false);
}

function count({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  totals.passed += numPassedTests;
  totals.skipped += numPendingTests;
  // A file that does not load has no tests to fail.
  const unread = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = numFailedTests + unread.length;
  totals.failed += failed;
  return failed;
}

// Side by side: neither needs the other, and much of the tests' time is spent waiting.
const folder = mkdtempSync(join(tmpdir(), 'pay-test-'));
process.env.PAY_TEST_SKIPPED = join(folder, 'skipped');
await Promise.all([readTheSources(), runTheTests(join(folder, 'jest.json'))]);

// What tests say that they could not try here: see test/skipped.mjs.
if (existsSync(process.env.PAY_TEST_SKIPPED))
  process.stdout.write(readFileSync(process.env.PAY_TEST_SKIPPED, 'utf8'));
rmSync(folder, { recursive: true, force: true });

if (CHROMIUM === undefined) process.stdout.write(`Browser tests were skipped: ${NO_CHROMIUM}.\n`);
if (spawnSync('redis-server', ['--version']).error !== undefined) {
  process.stdout.write(
    'Tests on Redis were skipped: redis-server is not installed (Debian: apt-get install redis-server).\n',
  );
}
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
process.exitCode = totals.failed === 0 ? 0 : 1;
