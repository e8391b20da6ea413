// Everything a machine with Node and npm can check, in one command. Ends with one line: N passed, N failed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const npmRun = (script, ...args) =>
  spawnSync(
    process.execPath,
    [process.env.npm_execpath, 'run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])],
    {
      stdio: 'inherit',
    },
  ).status === 0;

const totals = { passed: 0, failed: 0, skipped: 0 };
const step = (title, succeeded) => {
  totals[succeeded ? 'passed' : 'failed']++;
  process.stdout.write(`${succeeded ? 'ok    ' : 'FAILED'} ${title}\n`);
};

step('type check', npmRun('typecheck'));
step('lint', npmRun('lint'));
// The package and browser tests use what is built, as users do.
step('build', npmRun('build'));

const folder = mkdtempSync(join(tmpdir(), 'pay-test-'));
const report = join(folder, 'jest.json');
process.env.PAY_TEST_SKIPPED = join(folder, 'skipped');
npmRun('jest', '--json', `--outputFile=${report}`, '--maxWorkers=2');
if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  totals.passed += numPassedTests;
  totals.skipped += numPendingTests;
  // A file that does not load has no tests to fail.
  totals.failed +=
    numFailedTests +
    testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
} else {
  step('tests', false);
}
// What tests say that they could not try here: see test/skipped.mjs.
if (existsSync(process.env.PAY_TEST_SKIPPED))
  process.stdout.write(readFileSync(process.env.PAY_TEST_SKIPPED, 'utf8'));
rmSync(folder, { recursive: true, force: true });

if (!existsSync(process.env.CHROMIUM_PATH ?? '/usr/bin/chromium')) {
  process.stdout.write(
    'Browser tests were skipped: there is no Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.\n',
  );
}
if (spawnSync('redis-server', ['--version']).error !== undefined) {
  process.stdout.write(
    `${process.env.REDIS_URL === undefined ? 'Tests on Redis' : 'Tests that start, stop and configure a Redis of their own'} were skipped: ` +
      'there is no redis-server. Install it (Debian: apt-get install redis-server); REDIS_URL names one that runs, for the others.\n',
  );
}
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
process.exitCode = totals.failed === 0 ? 0 : 1;
