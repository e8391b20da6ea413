import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { describePayEventId, PayEventId } from 'nestjs-pay/client';

const { enums } = JSON.parse(
  readFileSync(new URL('../../contract/transactions.json', import.meta.url), 'utf8'),
) as { enums: { EventId: Record<string, string> } };
const documented = Object.keys(enums.EventId).map(Number);

describe('event ids', () => {
  it('are those of the contract, each under one name', () => {
    expect(Object.values(PayEventId).sort((a, b) => a - b)).toEqual(documented.sort((a, b) => a - b));
  });

  it.each(documented)('%d has a meaning and a next step', (id) => {
    const { meaning, nextStep } = describePayEventId(id);
    expect(meaning).toMatch(/^[A-Z3P].{4,}[^.]$/);
    expect(meaning).not.toBe(describePayEventId(1).meaning);
    expect(nextStep).toMatch(/^[A-Z].+\.$/);
  });

  it('say what differs for the shop', () => {
    expect(describePayEventId(PayEventId.InsufficientFunds).nextStep).toContain('another card');
    expect(describePayEventId(PayEventId.SoftDecline).nextStep).toContain('authenticate');
    expect(describePayEventId(PayEventId.LostCard).nextStep).toContain('do not tell the customer why');
  });

  it('that are not documented say so', () => {
    expect(describePayEventId(424_242).meaning).toBe('Not a documented event id');
  });
});
