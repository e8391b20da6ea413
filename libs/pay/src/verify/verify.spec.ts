import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPaySimulator } from 'nestjs-pay/simulator';
import type { PaySimulator } from 'nestjs-pay/simulator';
import { claimsOf, readContract } from '../../../../scripts/contract/claims.mjs';
import { allClaims } from './compare.js';
import { simulatorTarget } from './simulator-target.js';
import { startReceiver } from './receiver.js';
import { verify } from './verify.js';

const CLASSES = ['unpaid-orders', 'payment', 'receiver', 'terminal'] as const;
let demo: PaySimulator;
beforeEach(async () => {
  demo = await createPaySimulator();
});
afterEach(() => demo.close());

describe('verify', () => {
  it('knows all claims of the contract', () => {
    const ids = claimsOf(readContract()).map(({ id }) => id);
    expect(
      allClaims()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...ids].sort());
  });

  it('finds no difference between two simulators and the contract', async () => {
    const receiver = await startReceiver(0);
    const target = { ...simulatorTarget(demo), receiver };
    const { report, transcript } = await verify(target, CLASSES);
    await receiver.close();
    expect(transcript.probes.flatMap(({ id, stopped }) => (stopped ? [[id, stopped]] : []))).toEqual([]);
    expect(report.claims.filter(({ verdict }) => /differs/.test(verdict))).toEqual([]);
    expect(report.areas.find(({ area }) => area === 'payments')?.agrees).toBeGreaterThan(5);
  });
});
