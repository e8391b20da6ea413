import { afterEach, describe, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator, type PaySimulatorOptions } from '../index.js';

const FRIDAY = new Date('2026-10-23T10:00:00Z');
let simulator: PaySimulator;
afterEach(() => simulator.close());

async function start(businessDays: PaySimulatorOptions['businessDays']): Promise<void> {
  simulator = await createPaySimulator({
    now: FRIDAY,
    clock: 'manual',
    ...(businessDays !== undefined && { businessDays }),
  });
}

/** Days in Athens on which each sale of Friday to Monday clears. */
async function clearingDays(): Promise<string[]> {
  const ids: string[] = [];
  for (let day = 0; day < 4; day++) {
    ids.push(simulator.pay(undefined, { amount: 1000 }).id);
    await simulator.clock.advance('1 day');
  }
  await simulator.clock.advance('2 days');
  const cleared = ids.map(
    (id) => simulator.transactions.list().find((one) => one.id === id)?.clearedAt ?? NaN,
  );
  return cleared.map((time) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens', dateStyle: 'short' }).format(time),
  );
}

describe('business days', () => {
  it.each([
    [undefined, ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']],
    [true, ['2026-10-26', '2026-10-26', '2026-10-26', '2026-10-27']],
    [{ holidays: ['2026-10-26'] }, ['2026-10-27', '2026-10-27', '2026-10-27', '2026-10-27']],
  ])('with %j, sales of Friday to Monday clear on %j', async (option, days) => {
    await start(option);
    expect(await clearingDays()).toEqual(days);
  });

  it.each([
    [undefined, 1],
    [true, 3],
  ])('with %j, a seller whose payout day is Saturday is paid after %i days', async (option, days) => {
    await start(option);
    const bankAccount = {
      iban: 'DE89370400440532013000',
      beneficiaryName: 'Jane Roe',
      friendlyName: null,
      branchCode: null,
      accountNumber: null,
      countryCode: null,
    };
    const { accountId } = simulator.sellers.connect({
      payouts: {
        interval: 2,
        dayOfWeek: 7,
        dayOfMonth: null,
        amountThreshold: null,
        disable: null,
        statementDescriptor: null,
        bankAccount,
      },
    });
    simulator.trigger('transfer', { amount: 5000, accountId });
    const balance = () => simulator.sellers.get(accountId);
    let passed = 0;
    while ((balance().available ?? 0n) > 0n && passed < 10) {
      await simulator.clock.advance('1 day');
      passed += 1;
    }
    expect(passed).toBe(days);
  });
});
