import { describe, expect, it } from '@jest/globals';
import { getPayEventName, PayEventType } from './event-types.js';
import { areaOf } from '../../../../scripts/contract/read.mjs';

const contract = areaOf('webhook-events');

describe('event types', () => {
  it('have the IDs and names of the contract', () => {
    const listed = contract.events.map((row: { eventTypeId: number; name: string }) => [
      row.name.replaceAll(' ', ''),
      row.eventTypeId,
    ]);
    expect(PayEventType).toEqual(Object.fromEntries(listed));
  });

  it('are found by their ID; an unknown ID has no name', () => {
    expect(getPayEventName(1796)).toBe('TransactionPaymentCreated');
    expect(getPayEventName(8448)).toBe('TransferCreated');
    expect(getPayEventName(1)).toBeNull();
    expect(getPayEventName(null)).toBeNull();
  });
});
