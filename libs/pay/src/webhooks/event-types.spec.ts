import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { getPayEventName, PayEventType } from './event-types.js';

const contract = JSON.parse(readFileSync('contract/webhook-events.json', 'utf8'));

const MEMBERS: Record<number, [file: string, name: string]> = {
  768: ['bank-transfer', 'BankTransferMembers'],
  769: ['bank-transfer', 'BankTransferMembers'],
  1796: ['transaction', 'TransactionMembers'],
  1797: ['transaction', 'TransactionMembers'],
  1798: ['transaction', 'TransactionMembers'],
  1799: ['transaction-price', 'TransactionPriceMembers'],
  1802: ['pos-session', 'PosSessionMembers'],
  1803: ['pos-session', 'PosSessionMembers'],
  2054: ['account', 'AccountTransactionMembers'],
  4865: ['order', 'OrderUpdatedMembers'],
  5632: ['marketplace', 'ObligationMembers'],
  5633: ['marketplace', 'ObligationMembers'],
  7936: ['sale-transactions', 'SaleTransactionsMembers'],
  8193: ['account', 'AccountConnectedMembers'],
  8194: ['account', 'AccountVerificationMembers'],
  8448: ['marketplace', 'TransferMembers'],
};

function typedMembers(eventTypeId: number): string[] {
  const [file, name] = MEMBERS[eventTypeId] ?? ['', ''];
  const source = readFileSync(`libs/pay/src/webhooks/payloads/${file}.types.ts`, 'utf8');
  const body = source.slice(source.indexOf(`interface ${name} {`)).split('\n}')[0] ?? '';
  return [...body.matchAll(/^ {2}(\w+): /gm)].map((match) => match[1] ?? '');
}

describe('event types', () => {
  it('have the IDs and names of the contract', () => {
    const listed = contract.eventTable.map((row: { eventTypeId: number; name: string }) => [
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

  it.each(contract.events as { eventTypeId: number; eventData: { name: string }[] }[])(
    'have types for the payload of $eventTypeId with exactly the members of the contract',
    ({ eventTypeId, eventData }) => {
      const expected = eventData.map(({ name }) => name);
      if (expected.includes('OrderCode')) expected.push('OrderCodeText');
      expect(typedMembers(eventTypeId).sort()).toEqual(expected.sort());
    },
  );
});
