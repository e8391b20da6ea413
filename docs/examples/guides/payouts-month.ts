import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
// #region example
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { PayWallet } from 'nestjs-pay/client';
import { PayPayouts } from 'nestjs-pay/payouts';
import { createPaySimulator } from 'pay-simulator';

/** Sells on each day of a simulated November, writes the lines to a CSV file, and returns the totals. */
export async function explainNovember(file: string) {
  const simulator = await createPaySimulator({ now: new Date('2026-11-01T10:00:00Z') });
  const { merchant, dataServices } = simulator.credentials;
  const { endpoints } = simulator;
  const reports = new PayWallet({ ...merchant, ...dataServices, dev: true, endpoints });
  try {
    for (let day = 1; day <= 30; day++) {
      const sale = simulator.pay(undefined, { amount: 2000 + day, merchantTrns: `order-${day}` });
      await simulator.clock.advance('1 day'); // the sale clears at midnight
      if (day % 7 === 0) simulator.refund(sale.id, { amount: 500 });
      if (day % 10 === 0) simulator.wallet.withdraw(100_000); // a payout to the bank
    }
    const report = new PayPayouts(reports.dataServices).reconcile({ from: '2026-11-01', to: '2026-11-30' });
    await pipeline(report.csv({ format: 'spreadsheet' }), createWriteStream(file));
    return await report.summary();
  } finally {
    await reports.close();
    await simulator.close();
  }
}
// #endregion

export const run = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-payouts-'));
  try {
    const file = join(folder, 'lines.csv');
    const { payouts, isExplained } = await explainNovember(file);
    expect(isExplained).toBe(true);
    expect(payouts).toHaveLength(2); // the payouts of the 11th and the 21st; the last one is in December
    const lines = readFileSync(file, 'utf8');
    expect(lines).not.toContain(',unexplained,');
    expect(lines.match(/,matched,sale,/g)).toHaveLength(29);
    expect(lines.match(/,matched,refund,/g)).toHaveLength(4);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
