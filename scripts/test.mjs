// npm test: checks what a change can break. `--rest`: the other tests. `--all`: both. `--full`: both in full size. `--full chaos`: the
// long tests of test/chaos, which need `npm run build`. The last line says how many passed and failed. If PAY_TEST_TOTALS names a file,
// a second command uses the build of the first one, and counts its tests, too.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { listOf, unique } from './collections.mjs';

const [mode, name] = process.argv.slice(2);
/** Projects of jest.config.mjs that `npm test` does not run. */
const REST = ['long', 'compatibility', 'chaos', 'hostile', 'screens'];
const PROJECTS = { undefined: ['--ignoreProjects', ...REST], '--rest': ['--selectProjects', ...REST] };
if (mode === '--full') process.env.PAY_TEST_FULL = '1';
if (mode !== undefined) process.env.PAY_TEST_REST = '1';

/** Runs a script of package.json. Without `args`, prints its output when it has ended, so that outputs do not mix. */
async function npmRun(script, args) {
  const command = [process.env.npm_execpath, 'run', '--silent', script, '--', ...listOf(args)];
  const child = spawn(process.execPath, command, { stdio: args ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  process.stdout.write(output);
  return code === 0;
}

if (name !== undefined) {
  const args = ['--selectProjects', ...REST, '--testPathPatterns', `test/${name}/`];
  process.exit((await npmRun('jest', args)) ? 0 : 1);
}

const TOTALS = process.env.PAY_TEST_TOTALS;
const isSecond = TOTALS !== undefined && existsSync(TOTALS);
const totals = isSecond ? JSON.parse(readFileSync(TOTALS, 'utf8')) : { passed: 0, failed: 0, skipped: 0 };
const report = (title, succeeded) => {
  totals[succeeded ? 'passed' : 'failed']++;
  process.stdout.write(`${succeeded ? 'ok    ' : 'FAILED'} ${title}\n`);
};

async function checkSources() {
  report('lint', await npmRun('lint'));
  report('prose', await npmRun('prose'));
}

async function buildAndTest(resultFile) {
  // The package and browser tests use the build, as users do.
  if (!isSecond) report('types and build', await npmRun('build'));
  // One more than the cores, because browsers, databases and restarted processes make workers wait.
  const workers = availableParallelism() + 1;
  const args = ['--json', `--outputFile=${resultFile}`, `--maxWorkers=${workers}`, ...(PROJECTS[mode] ?? [])];
  const succeeded = await npmRun('jest', args);
  const { failed } = totals;
  if (existsSync(resultFile)) countTests(JSON.parse(readFileSync(resultFile, 'utf8')));
  // A run can fail without a failed test, for example if a worker crashes.
  if (!succeeded && totals.failed === failed) report('tests', false);
}

function countTests({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  // A file that cannot be loaded has no failed tests.
  const notLoaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  totals.passed += numPassedTests;
  totals.skipped += numPendingTests;
  totals.failed += numFailedTests + notLoaded.length;
}

// Spec files run in groups: see test/groups.
process.env.PAY_TEST_GROUPS = '1';
const folder = mkdtempSync(join(tmpdir(), 'pay-test-'));
// Tests write to this file what they skip, and why: see test/skipped.mjs.
const SKIPPED = (process.env.PAY_TEST_SKIPPED = join(folder, 'skipped'));
await Promise.all([mode === '--rest' || checkSources(), buildAndTest(join(folder, 'jest.json'))]);
if (TOTALS !== undefined) writeFileSync(TOTALS, JSON.stringify(totals));

const notes = existsSync(SKIPPED) ? readFileSync(SKIPPED, 'utf8').match(/.+\n/g) : [];
process.stdout.write(unique(notes).join(''));
rmSync(folder, { recursive: true, force: true });
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
process.exitCode = totals.failed === 0 ? 0 : 1;
