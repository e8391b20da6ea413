import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { dataClient, DAY_MS, dayOf } from '../world.js';
import type { World } from '../world.js';
// #region example
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { toMajorUnits } from 'nestjs-pay/client';
import type { PayPayouts } from 'nestjs-pay/payouts';

/** Writes the lines of a period to a CSV file. Returns a sentence for each payout to your bank, and whether all lines are explained. */
export async function explainPayouts(payouts: PayPayouts, from: string, to: string, file: string) {
  const report = payouts.reconcile({ from, to });
  await pipeline(report.csv({ format: 'spreadsheet' }), createWriteStream(file)); // reads one day after another
  const { payouts: paid, isExplained } = await report.summary();
  const sentences = paid.map(({ day, amount, currencyCode, before, sums, left }) => {
    const parts = Object.entries(sums).map(([kind, sum]) => `${kind} ${toMajorUnits(sum, currencyCode)}`);
    const money = [before, amount, left].map((one) => (one === null ? '?' : toMajorUnits(one, currencyCode)));
    return `${day}: ${money[1]} paid out = ${money[0]} before + ${parts.join(' + ')} - ${money[2]} left`;
  });
  return { sentences, isExplained }; // if not, filter the file by the status "unexplained"
}
// #endregion

export const run = async (world: World): Promise<void> => {
  const { PayPayouts: Payouts } = await import('nestjs-pay/payouts');
  const { simulator } = world;
  const from = dayOf(simulator.clock.now());
  const paid = simulator.pay(undefined, { amount: 5000 });
  await simulator.clock.advance(DAY_MS);
  simulator.refund(paid.id, { amount: 1000 });
  simulator.wallet.withdraw(500_000);
  await simulator.clock.advance(DAY_MS);
  const folder = mkdtempSync(join(tmpdir(), 'pay-payouts-'));
  try {
    const client = dataClient(world);
    const to = dayOf(simulator.clock.now() - DAY_MS);
    const file = join(folder, 'lines.csv');
    const explained = await explainPayouts(new Payouts(client.dataServices), from, to, file);
    expect(explained.isExplained).toBe(true);
    expect(explained.sentences[0]).toMatch(
      /: 5000\.00 paid out = 0\.00 before \+ .*sale 50\.00 \+ commission -0\.50 \+ refund -10\.00.* - \d+\.\d\d left$/,
    );
    expect(readFileSync(file, 'utf8')).not.toContain(',unexplained,');
    await client.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
};
