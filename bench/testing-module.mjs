// Measures PayTestingModule: small applications, each with a payment, in a world of the process's simulator, in a simulator of their own,
// and in a world of a running simulator. Then a suite of Jest in four workers, the same three ways.
// Run it with `node bench/testing-module.mjs`, after `npm run build`.
import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test } from '@nestjs/testing';
import { OnPayEvent, PayEventType, PayWallet, unwrap } from 'nestjs-pay';
import { PayTestingModule, PayTestSimulator, PayTestWorld } from 'nestjs-pay/testing';
import { writeJestProject } from '../test/jest-project.mjs';
import { openSimulator } from './worlds-suite.mjs';

const APPLICATIONS = 70;
const WARM = 10;

class Shop {
  paid = [];
  onPaid({ data }) {
    this.paid.push(data.OrderCodeText);
  }
}
OnPayEvent(PayEventType.TransactionPaymentCreated)(
  Shop.prototype,
  'onPaid',
  Object.getOwnPropertyDescriptor(Shop.prototype, 'onPaid'),
);

/** Starts an application, lets a customer pay, waits for its handler and closes it. */
async function runApplication(simulator) {
  const testing = PayTestingModule.forRoot({ webhooks: { path: 'pay/webhook' }, simulator });
  const module = await Test.createTestingModule({ imports: [testing], providers: [Shop] }).compile();
  const app = module.createNestApplication({ rawBody: true, logger: false });
  await app.init();
  const order = unwrap(await app.get(PayWallet).payments.createOrder({ amount: 2450 }));
  const orderCode = order.orderCodeText;
  if (simulator.url === undefined) app.get(PayTestSimulator).pay(orderCode);
  else await app.get(PayTestWorld).call('POST', '/trigger/payment', { orderCode });
  await app.get(PayTestWorld).settled();
  if (app.get(Shop).paid[0] !== orderCode) throw new Error('the event was not handled');
  await app.close();
}

const running = await openSimulator();
/** Options of each kind. A seed needs a simulator of its own, as every application had before. */
const kinds = {
  'a simulator of its own': (number) => ({ seed: `${number}` }),
  'a world in the simulator of the process': () => ({}),
  'a world in a running simulator': () => ({ url: running.url }),
};
const names = Object.keys(kinds);
const costs = Object.fromEntries(names.map((name) => [name, { cpu: 0, wall: 0 }]));
// A line for each world.
process.stdout.write = (
  (write) =>
  (text, ...more) =>
    String(text).includes('PayTestingModule') ? true : write.call(process.stdout, text, ...more)
)(process.stdout.write);
for (let round = 0; round < WARM + APPLICATIONS; round++) {
  // Each kind is first, second and last as often as the others.
  for (let turn = 0; turn < names.length; turn++) {
    const name = names[(round + turn) % names.length];
    const startedAt = performance.now();
    const before = process.cpuUsage();
    await runApplication(kinds[name](round));
    const { user, system } = process.cpuUsage(before);
    if (round < WARM) continue;
    costs[name].cpu += (user + system) / 1000 / APPLICATIONS;
    costs[name].wall += (performance.now() - startedAt) / APPLICATIONS;
  }
}
report(`${APPLICATIONS} applications, each with`, costs, 1);

const EXAMPLE = join(import.meta.dirname, '../libs/pay-simulator/examples/parallel/nest');
const MODULES = join(import.meta.dirname, '../node_modules');
const FILES = 8;
const SUITES = 4;

/** Writes a suite of Jest: copies of the example of the page about parallel tests. */
function writeSuite(folder, simulator) {
  cpSync(join(EXAMPLE, 'app.module.ts'), join(folder, 'app.module.ts'));
  const spec = readFileSync(join(EXAMPLE, 'payments.spec.ts'), 'utf8');
  for (let file = 0; file < FILES; file++)
    writeFileSync(
      join(folder, `payments${file}.spec.ts`),
      spec.replace(/const simulator = .*;/, `const simulator = ${simulator};`),
    );
  writeJestProject(folder);
}

/** Runs a suite. Returns seconds of time and of CPU, with those of its workers. */
function runSuite(folder) {
  const jest = join(MODULES, 'jest/bin/jest.js');
  const command = `TIMEFORMAT='%R %U %S'; time "${process.execPath}" --experimental-vm-modules "${jest}" --silent --maxWorkers 4 >out 2>&1`;
  const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(readFileSync(join(folder, 'out'), 'utf8'));
  const [wall, user, system] = stderr.trim().split(' ').map(Number);
  return { wall, cpu: user + system };
}

const sources = ["{ seed: 'own' }", '{}', JSON.stringify({ url: running.url })];
const folders = sources.map((source) => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-bench-'));
  writeSuite(folder, source);
  return folder;
});
const suites = Object.fromEntries(names.map((name) => [name, { cpu: 0, wall: 0 }]));
for (let round = -1; round < SUITES; round++) {
  for (let turn = 0; turn < names.length; turn++) {
    const index = (round + 1 + turn) % names.length;
    const { cpu, wall } = runSuite(folders[index]);
    // The first run compiles the files.
    if (round < 0) continue;
    suites[names[index]].cpu += cpu / SUITES;
    suites[names[index]].wall += wall / SUITES;
  }
}
for (const folder of folders) rmSync(folder, { recursive: true });
await running.close();
report(`A suite of ${FILES} files in 4 workers of Jest, each application with`, suites, 2);

function report(title, results, digits) {
  const unit = digits === 1 ? 'ms' : 's';
  console.log(`| ${title} | ${unit} of CPU | ratio | ${unit} of time | ratio |`);
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const name of names) {
    const { cpu, wall } = results[name];
    const ratio = (member) => (results[name][member] / results[names[0]][member]).toFixed(2);
    console.log(
      `| ${name} | ${cpu.toFixed(digits)} | ${ratio('cpu')} | ${wall.toFixed(digits)} | ${ratio('wall')} |`,
    );
  }
}
