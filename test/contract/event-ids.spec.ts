import { describe, expect, it } from '@jest/globals';
import { describePayEventId, PayEventId } from 'nestjs-pay/client';
import { areaOf } from '../../scripts/contract/read.mjs';

const { enums } = areaOf('transactions') as { enums: { EventId: Record<string, string> } };
const documented = Object.keys(enums.EventId).map(Number);

const pos = areaOf('pos') as {
  enums: Record<string, Record<string, string>>;
};
const table = (name: string): Record<string, string> =>
  Object.entries(pos.enums).find(([key]) => key.startsWith(name))?.[1] ?? {};
const sessionTable = table('SessionEventId');
const requestTable = table('HeaderEventId');

describe('event IDs', () => {
  it('are those of the contract, each with one name', () => {
    expect(Object.values(PayEventId).sort((a, b) => a - b)).toEqual(documented.sort((a, b) => a - b));
  });

  it.each(documented)('%d has a meaning and a next step', (id) => {
    const { meaning, nextStep } = describePayEventId(id);
    expect(meaning).toMatch(/^[A-Z3P].{4,}[^.]$/);
    expect(meaning).not.toBe(describePayEventId(424_242).meaning);
    expect(nextStep).toMatch(/^[A-Z].+\.$/);
  });

  it('have a next step that fits the decline', () => {
    expect(describePayEventId(PayEventId.InsufficientFunds).nextStep).toContain('another card');
    expect(describePayEventId(PayEventId.SoftDecline).nextStep).toContain('authenticate');
    expect(describePayEventId(PayEventId.LostCard).nextStep).toContain('do not tell the customer why');
  });

  it.each([
    ['session', sessionTable],
    ['request', requestTable],
  ] as const)('of a terminal in the table %s have a meaning and a next step', (table, documented) => {
    const ids = Object.keys(documented).map(Number);
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) {
      const { meaning, nextStep } = describePayEventId(id, table);
      expect([id, meaning]).toEqual([id, expect.stringMatching(/^[A-Z].{4,}[^.]$/)]);
      expect(meaning).not.toBe(describePayEventId(424_242).meaning);
      expect([id, nextStep]).toEqual([id, expect.stringMatching(/^[A-Z].+\.$/)]);
    }
  });

  it('of a terminal are found without the table name, which distinguishes IDs in several tables [pos.3] [pos.4]', () => {
    expect(describePayEventId(1006).meaning).toMatch(/server/);
    expect(describePayEventId(1208).meaning).toMatch(/abort/i);
    expect(describePayEventId(3000).meaning).toMatch(/not connected/);
    expect(describePayEventId(1100).meaning).toMatch(/busy/);
    expect(describePayEventId(1100, 'session').meaning).toMatch(/busy/);
    expect(describePayEventId(1100, 'request').meaning).toMatch(/created/);
    expect(describePayEventId(7001).meaning).toBe('Transaction failed');
    expect(describePayEventId(7001, 'session').meaning).toMatch(/Store-and-forward/);
    expect(describePayEventId(10051, 'session').meaning).toBe('Insufficient funds');
  });

  it('that are not documented are described as such', () => {
    expect(describePayEventId(424_242).meaning).toBe('Not a documented event ID');
  });
});
