import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OrderState } from '../index.js';
import type { PaySimulator } from '../index.js';
import { claimsOf, readContract } from '../../../../scripts/contract/claims.mjs';
import { allClaims, compare } from './compare.js';
import { simulatorTarget } from './simulator-target.js';
import { createSimulatorWithHistory } from './simulator-with-history.js';
import { PROBES } from './probes.generated.js';
import { startReceiver } from './receiver.js';
import { runProbes } from './run-probes.js';
import { verify } from './verify.js';
import type { Verification } from './verify.js';
import { CLASS_NAMES } from './classes.js';
import type { ProbeStep } from './verify.types.js';

let demo: PaySimulator;
let verification: Verification;
beforeAll(async () => {
  demo = await createSimulatorWithHistory();
  const receiver = await startReceiver(0);
  verification = await verify({ ...simulatorTarget(demo), receiver }, CLASS_NAMES);
  await receiver.close();
});
afterAll(() => demo.close());

describe('verify', () => {
  it('knows all claims of the contract', () => {
    const sorted = (claims: readonly { id: string; area: string; probe?: string }[]): readonly string[] =>
      claims.map(({ id, area, probe }) => `${id} (${area}, ${probe})`).sort();
    expect(sorted(allClaims())).toEqual(sorted(claimsOf(readContract())));
  });

  it('finds no difference between two simulators and the contract', () => {
    const { report, transcript } = verification;
    expect(transcript.probes.flatMap(({ id, stopped }) => (stopped ? [[id, stopped]] : []))).toEqual([]);
    expect(report.claims.filter(({ verdict }) => /differs/.test(verdict))).toEqual([]);
    expect(report.areas.find(({ area }) => area === 'payments')?.agrees).toBeGreaterThan(100);
  });

  it('shows each claim that needs no person, or says why not', () => {
    const withoutPerson = new Set(
      allClaims().flatMap(({ id, probe }) => (/^(read-only|unpaid-orders)$/.test(probe) ? [id] : [])),
    );
    const unexplained = verification.report.claims.filter(
      ({ id, reason = '' }) => withoutPerson.has(id) && /no probe shows|no response of this/.test(reason),
    );
    expect(unexplained.map(({ id }) => id)).toEqual([]);
  });

  it('leaves no order open', () => {
    expect(demo.orders.list().length).toBeGreaterThan(10);
    expect(demo.orders.list().filter(({ state }) => state === OrderState.Pending)).toEqual([]);
  });

  it('refuses a host of the live environment before any request', async () => {
    const target = simulatorTarget(demo);
    const before = demo.requests().length;
    const endpoints = { ...target.endpoints, web: 'https://www.vivapayments.com' };
    await expect(verify({ ...target, endpoints }, ['read-only'])).rejects.toThrow(
      /endpoints\.web must be a host of the demo/,
    );
    expect(demo.requests()).toHaveLength(before);
  });

  it('does not count an outage as a difference', async () => {
    demo.faults.add({ operation: 'wallets.retrieveWallet', kind: 'status', status: 503, times: 'always' });
    const run = { classes: ['read-only'], date: '2026-01-01' } as const;
    const probes = PROBES.filter(({ id }) => id === 'wallets');
    const { probes: records } = await runProbes(probes, simulatorTarget(demo), run);
    expect(records).toMatchObject([{ stopped: 'the service responded with HTTP 503', exchanges: [] }]);
  });

  it('does not count a switch of the account that is off as a difference', async () => {
    demo.permissions.set({ allowRefunds: false });
    const run = { classes: ['payment'], date: '2026-01-01' } as const;
    const probes = PROBES.filter(({ id }) => id === 'payment-refunded-in-parts');
    const { probes: records } = await runProbes(probes, simulatorTarget(demo), run);
    demo.permissions.set({ allowRefunds: true });
    expect(records).toMatchObject([
      {
        stopped: 'a switch of the account is off: see Settings > API Access',
        exchanges: [{ step: 'order' }],
      },
    ]);
  });

  it('changes nothing with requests that the service accepts instead of refusing them', async () => {
    const steps: ProbeStep[] = [
      { create: 'order', body: { amount: 1234 } },
      { refuse: 401, host: 'web', auth: { basic: 'basic' } },
    ];
    const run = { classes: ['read-only'], date: '2026-01-01' } as const;
    const probe = { id: 'accepted', class: 'read-only', steps } as const;
    const transcript = await runProbes([probe], simulatorTarget(demo), run);
    const ofOrder = transcript.probes
      .flatMap(({ exchanges }) => exchanges)
      .filter(({ request }) => request.path.includes('{orderCode}'));
    expect(ofOrder.map(({ operation, response }) => [operation, response.status])).toEqual(
      expect.arrayContaining([['payments.cancelOrder', 404]]),
    );
    expect(ofOrder.filter(({ response }) => response.status === 200)).toEqual([]);
  });

  it('fails for a probe that names an error or a claim that the contract does not have', async () => {
    const target = simulatorTarget(demo);
    const run = { classes: ['read-only'], date: '2026-01-01' } as const;
    const operation = 'wallets.retrieveWallet';
    const runStep = (step: ProbeStep) =>
      runProbes([{ id: 'wrong', class: 'read-only', steps: [step] }], target, run);
    await expect(runStep({ send: operation, step: 'step', expects: 'no-such-error' })).rejects.toThrow(
      'wrong/step: wallets.retrieveWallet has no error no-such-error',
    );
    await expect(runStep({ send: operation, path: { id: '$typo' } })).rejects.toThrow(
      'wrong: no step keeps typo',
    );
    const checks = { step: { shows: 'payments.999', says: 'has a scope' } };
    const transcript = await runStep({ token: 'checkout', checks });
    expect(() => compare(transcript, transcript)).toThrow(
      'wrong/step: the contract has no claim payments.999',
    );
  });
});
