import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PayWallet, unwrap } from 'nestjs-pay/client';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator } from 'pay-simulator';
import { GOOD_CARD } from '../cards.js';
import { newPgliteFolder } from '../pglite.js';
import { until } from '../until.js';

let simulator: PaySimulator;
let wallet: PayWallet;
let folder: string;
const pods: ChildProcess[] = [];
beforeAll(async () => {
  simulator = await createPaySimulator();
  wallet = new PayWallet({ ...simulator.credentials.merchant, endpoints: simulator.endpoints });
  folder = mkdtempSync(join(tmpdir(), 'pay-idempotency-'));
  await newPgliteFolder(join(folder, 'data'));
});
afterAll(async () => {
  for (const pod of pods) pod.kill('SIGKILL');
  await wallet.close();
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(payment: string): ChildProcess {
  const { credentials, endpoints } = simulator;
  const pod = fork(join(import.meta.dirname, 'fixtures/idempotency-app.mjs'), [], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PAY_TEST_WALLET: JSON.stringify({ ...credentials.merchant, endpoints, dev: true }),
      PAY_TEST_FOLDER: join(folder, 'data'),
      PAY_TEST_PAYMENT: payment,
    },
  });
  pods.push(pod);
  return pod;
}

it('a pod that is killed while its charge is under way charges once: the next one finds what was done', async () => {
  const { orderCodeText } = unwrap(await wallet.payments.createOrder({ amount: 1000, allowRecurring: true }));
  const outcome = simulator.checkout.pay(orderCodeText, GOOD_CARD);
  if (outcome.kind !== 'approved') throw new Error(outcome.kind);
  const { id } = outcome.transaction;
  const charges = () => simulator.transactions.list().filter(({ parentId }) => parentId === id);
  // It is carried out, and gets no response.
  simulator.faults.add({ operation: 'transactions.createTransaction', kind: 'delay', ms: 'never' });
  const first = start(id);
  await until(() => charges().length > 0, { forMs: 30_000 });
  first.kill('SIGKILL');
  await once(first, 'exit');

  const second = start(id);
  const [result] = (await once(second, 'message')) as [unknown];
  expect(result).toMatchObject({ success: true, data: { TransactionId: charges()[0]?.id, Amount: 4.5 } });
  expect(charges()).toHaveLength(1);
});
