import { servicesOf } from '../../handle/handle.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { COUNTER_CHANNEL } from '../../domain/channels.js';
import { Merchant } from '../../../testing/merchant.js';
import { Receiver } from '../../../testing/receiver.js';

const SALE = {
  sessionId: 'session-1',
  terminalId: '16000010',
  cashRegisterId: 'till-1',
  amount: 1000,
  currencyCode: '978',
  merchantReference: 'receipt-1',
};
const TERMINAL_DETAILS = {
  ChannelId: COUNTER_CHANNEL,
  TerminalId: 16_000_010,
  PanEntryMode: '07',
  ApplicationIdentifierTerminal: 'A0000000031010',
  ElectronicCommerceIndicator: null,
};

let merchant: Merchant;
let receiver: Receiver;
beforeEach(async () => {
  merchant = await Merchant.start();
  receiver = await Receiver.startFor(merchant, [1796, 1797, 1798, 1802]);
});
afterEach(async () => {
  await merchant.simulator.close();
  await receiver.close();
});

/** Sends a request to its terminal and returns the transaction ID. */
async function atTerminal(verb: string, body: object): Promise<string> {
  const request = { ...SALE, ...body };
  const authorization = await merchant.token(merchant.simulator.credentials.cloudTerminal);
  const response = await merchant.call('api', 'POST', `/ecr/v1/transactions:${verb}`, {
    body: request,
    authorization,
  });
  if (response.status !== 200) throw new Error(response.text);
  await merchant.simulator.clock.advance(10_000);
  const session = await merchant.call('api', 'GET', `/ecr/v1/sessions/${request.sessionId}`, {
    authorization,
  });
  return String(session.json.transactionId);
}
async function eventsOf(eventTypeId: number) {
  await merchant.simulator.deliveries.settled();
  return receiver.dataOf(eventTypeId);
}
const legacy = async (id: string) => {
  const { json } = await merchant.web('GET', `/api/transactions/${id}`);
  return (json.Transactions as Record<string, unknown>[])[0];
};

describe('a terminal transaction', () => {
  it('is refused in a currency that does not exist', async () => {
    await expect(atTerminal('sale', { currencyCode: 7 })).rejects.toThrow(
      'currencyCode: expected an ISO 4217 numeric code',
    );
  });

  it('is not paid with a card that lacks members, also from JavaScript', async () => {
    const { checkout, clock, terminals } = merchant.simulator;
    terminals.configure({ customer: 'waits' });
    servicesOf(merchant.simulator).cardTerminals.request({
      ...SALE,
      kind: 'sale',
      tipAmount: 0,
      customerTrns: null,
      parentSessionId: null,
      installments: 0,
      showTransactionResult: true,
      showReceipt: true,
      skipSurcharge: false,
      interappCallback: null,
    });
    await clock.advance(3_000);
    const number = '4147463011110133';
    for (const card of [{ number }, null]) {
      const message = `card.${card ? 'expiry' : 'number'}: expected a string such as`;
      expect(() => terminals.insertCard(SALE.terminalId, card as never)).toThrow(message);
      expect(() => checkout.pay('1', card as never)).toThrow(message);
    }
    terminals.insertCard(SALE.terminalId);
  });

  it('has the same terminal and card reading in payment webhooks, session webhooks and reads', async () => {
    const id = await atTerminal('sale', {});
    await atTerminal('sale', { sessionId: 'declined', amount: 9951 });
    const [paid] = await eventsOf(1796);
    expect(paid).toMatchObject({ TransactionId: id, ...TERMINAL_DETAILS });
    expect(await eventsOf(1798)).toEqual([expect.objectContaining(TERMINAL_DETAILS)]);
    expect(await eventsOf(1802)).toEqual([
      expect.objectContaining({
        TransactionId: id,
        TerminalId: '16000010',
        PanEntryMode: paid?.PanEntryMode,
        Aid: paid?.ApplicationIdentifierTerminal,
      }),
    ]);
    expect(await legacy(id)).toMatchObject({ SourceTerminalId: 16_000_010, PanEntryMode: '07' });
  });

  it('keeps its terminal when it is captured or refunded, unless another terminal does it', async () => {
    await atTerminal('sale', { preauth: true });
    const capture = { sessionId: 'capture', parentSessionId: SALE.sessionId };
    const captured = await atTerminal('preauth-completion', capture);
    await atTerminal('sale', { sessionId: 'sold' });
    await atTerminal('refund', { sessionId: 'back', parentSessionId: 'sold', terminalId: '16000011' });
    const second = await atTerminal('sale', { sessionId: 'sold-2' });
    await merchant.web('DELETE', `/api/transactions/${second}?amount=1000`);
    const held = await atTerminal('sale', { sessionId: 'held', preauth: true });
    await merchant.web('POST', `/api/transactions/${held}`, { amount: 1000 });
    const payments = await eventsOf(1796);
    expect(payments.map(({ TransactionId }) => TransactionId)).toContain(captured);
    expect(payments).toHaveLength(6);
    for (const payment of payments) expect(payment).toMatchObject(TERMINAL_DETAILS);
    expect(await eventsOf(1797)).toEqual([
      expect.objectContaining({ ...TERMINAL_DETAILS, TerminalId: 16_000_011 }),
      expect.objectContaining(TERMINAL_DETAILS),
    ]);
  });

  it('is found in a search by its terminal', async () => {
    const online = (await merchant.paid()).transactionId;
    const id = await atTerminal('sale', {});
    const search = async (SourceTerminalId: string) => {
      const { json } = await merchant.call(
        'api',
        'POST',
        '/dataservices/v2/transactions/Search?Page=1&PageSize=100',
        {
          body: { SourceTerminalId },
          authorization: await merchant.token(merchant.simulator.credentials.dataServices),
        },
      );
      return (
        (json.data as { transactionId: string }[] | undefined)?.map(({ transactionId }) => transactionId) ??
        []
      );
    };
    expect(await search('16000010')).toEqual([id]);
    expect(await search('90000000')).toEqual([online]);
    expect(await search('16000011')).toEqual([]);
  });
});

it('an online payment has the terminal number of all online payments and a typed card', async () => {
  const { transactionId } = await merchant.paid();
  expect(await eventsOf(1796)).toEqual([
    expect.objectContaining({
      TerminalId: 90_000_000,
      PanEntryMode: '01',
      ApplicationIdentifierTerminal: null,
    }),
  ]);
  expect(await legacy(transactionId)).toMatchObject({ SourceTerminalId: 90_000_000, PanEntryMode: '01' });
});

it('a sale with a sum of amount and tip beyond 2^53 is rejected, and the terminal accepts the next sale', async () => {
  const largest = { amount: Number.MAX_SAFE_INTEGER - 1, tipAmount: 5, sessionId: 'session-0' };
  await expect(atTerminal('sale', largest)).rejects.toThrow(/2\^53/);
  expect(await atTerminal('sale', {})).toMatch(/^[0-9a-f-]{36}$/);
});
