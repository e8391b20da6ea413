import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../../testing/merchant.js';
import { Receiver } from '../../../testing/receiver.js';
import { areaOf } from '../../../../../scripts/contract/read.mjs';

interface ContractEvent {
  readonly eventTypeId: number;
  readonly samplePayload: { readonly EventData: object };
}
const contract = areaOf('webhook-events') as { readonly events: readonly ContractEvent[] };
const membersOf = (eventTypeId: unknown) =>
  Object.keys(
    contract.events.find((event) => event.eventTypeId === eventTypeId)?.samplePayload.EventData ?? {},
  ).sort();

const IBAN = 'DE89370400440532013000';
const DAY_MS = 24 * 3_600_000;
let merchant: Merchant;
let receiver: Receiver;

beforeEach(async () => {
  merchant = await Merchant.start();
  receiver = await Receiver.startFor(merchant, [768, 769, 2054]);
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

const call = async (method: string, path: string, body?: unknown) =>
  merchant.call('api', method, `/banktransfers/v1${path}`, {
    body,
    authorization: await merchant.token(merchant.simulator.credentials.accountTransactions),
  });
const link = async (iban = IBAN) =>
  String((await call('POST', '/bankaccounts', { iban, beneficiaryName: 'Jane Roe Ltd' })).json.bankAccountId);
const events = () =>
  receiver.received.map(({ envelope }) => ({ type: envelope.EventTypeId, data: envelope.EventData }));

describe('webhooks of transfers', () => {
  it('sends 768 for a new bank transfer, and 769 with the movement when it is executed the next morning [bank-transfers.1] [bank-transfers.10]', async () => {
    const { primary } = merchant.simulator.wallets;
    const { json } = await call('POST', `/bankaccounts/${await link()}:send`, {
      amount: 20040,
      walletId: Number(primary.id),
      description: 'Invoice 42',
    });
    await merchant.simulator.deliveries.settled();
    expect(events()).toMatchObject([
      {
        type: 768,
        data: {
          Amount: 200.4,
          Fee: 0,
          CommandId: json.commandId,
          WalletId: Number(primary.id),
          Iban: IBAN,
          CountryCode: 'DE',
          CurrencyCode: '978',
          WalletTransactionId: null,
        },
      },
    ]);

    await merchant.simulator.clock.advance(DAY_MS);
    await merchant.simulator.deliveries.settled();
    const [, movement, executed] = events();
    expect(movement).toMatchObject({
      type: 2054,
      data: {
        Amount: -200.4,
        SubTypeId: 30,
        IsInternal: false,
        TargetAmount: 9799.6,
        TargetAvailable: 9799.6,
        TargetReserved: 0,
        Created: '2026-02-04T08:00:00',
        Iban: IBAN,
      },
    });
    expect(executed).toMatchObject({
      type: 769,
      data: { CommandId: json.commandId, WalletTransactionId: movement?.data.WalletTransactionId },
    });
    for (const { type, data } of events()) expect(Object.keys(data).sort()).toEqual(membersOf(type));
  });

  it('sends the fee of a transfer in major units [bank-transfers.1]', async () => {
    const id = await link();
    const planned = { amount: 5000, walletId: Number(merchant.simulator.wallets.primary.id) };
    const fee = await call('POST', `/bankaccounts/${id}/fees`, { ...planned, instructionType: 2 });
    await call('POST', `/bankaccounts/${id}:send`, { ...planned, bankCommandId: fee.json.bankCommandId });
    await merchant.simulator.deliveries.settled();
    expect(events()).toMatchObject([{ type: 768, data: { Amount: 50, Fee: 5 } }]);
  });

  it('sends both movements of a transfer between own wallets, but only the debit of a transfer to another merchant', async () => {
    const { own, other } = {
      own: merchant.simulator.wallets.list(),
      other: merchant.simulator.wallets.other,
    };
    await merchant.web('POST', `/api/wallets/${own[0]?.id}/balancetransfer/${own[1]?.id}`, {
      amount: 2450,
      description: 'Reserve',
    });
    await merchant.web('POST', `/api/wallets/${own[1]?.id}/balancetransfer/${other.id}`, { amount: 450 });
    await merchant.simulator.deliveries.settled();
    expect(
      events().map(({ data }) => [
        data.WalletId,
        data.Amount,
        data.TargetAvailable,
        data.SubTypeId,
        data.IsInternal,
      ]),
    ).toEqual([
      [Number(own[0]?.id), -24.5, 9975.5, 140, true],
      [Number(own[1]?.id), 24.5, 24.5, 140, true],
      [Number(own[1]?.id), -4.5, 20, 140, true],
    ]);
  });

  it('rejects a list of instruction types and an encoded colon in the path [bank-transfers.5]', async () => {
    const id = await link();
    const walletId = Number(merchant.simulator.wallets.primary.id);
    const list = await call('POST', `/bankaccounts/${id}/fees`, {
      amount: 100,
      walletId,
      instructionType: [1],
    });
    expect([list.status, list.json.message]).toEqual([400, 'Null options']);
    expect((await call('POST', `/bankaccounts/${id}%3Asend`, { amount: 100, walletId })).status).not.toBe(
      200,
    );
  });

  it.each([
    ['true', 200],
    ['False', 200],
    ['1', 400],
    ['0', 400],
  ])('takes a flag of the query as a word, not as a number: %s', async (flag, status) => {
    expect((await call('GET', `/bankaccounts?isArchived=${flag}`)).status).toBe(status);
  });

  it('has errors with status, message and event ID, and the older host has others [bank-transfers.12]', async () => {
    const unknown = await call('GET', '/bankaccounts/c90d4902-6245-449f-b2b0-51d99cd09cfe');
    expect(unknown.status).toBe(404);
    expect(Object.keys(unknown.json)).toEqual(['status', 'message', 'eventId']);
    const invalid = await call('POST', '/bankaccounts', { iban: 'DE88370400440532013000' });
    expect([invalid.status, Object.keys(invalid.json)]).toEqual([400, ['status', 'message', 'eventId']]);
    const older = await merchant.web('GET', '/api/transactions/');
    expect(older.status).toBe(400);
    expect(Object.keys(older.json)).not.toContain('eventId');
  });
});
