import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Merchant } from '../../../testing/merchant.js';
import { Receiver } from '../../../testing/receiver.js';
import { signedSale, signedText, stampOf, type SaleTerms } from '../../../testing/signed-sale.js';
import type { PaySimulator } from '../../index.js';
import { servicesOf } from '../../handle/handle.js';

const TERMINAL = '16000010';
const HOUR_MS = 3_600_000;
const CONTROL = 'ECR0110U/RXYZ12000001/CMAC_K:00112233445566778899AABBCCDDEEFF:A1B2C3';
const SESSION_KEY = '00112233445566778899AABBCCDDEEFF';

let merchant: Merchant;
let simulator: PaySimulator;
beforeEach(async () => {
  merchant = await Merchant.start();
  ({ simulator } = merchant);
});
afterEach(() => simulator.close());

const call = async (method: string, path: string, body?: unknown) =>
  await merchant.call('api', method, `/ecr/v1/${path}`, { authorization: await token(), body });

const token = (): Promise<string> => merchant.token(simulator.credentials.cloudTerminal);

/** Lets a provider sign a sale of 12.40 with 2.40 VAT at the present time. */
const signed = ({ at = simulator.clock.now(), ...sale }: SaleTerms & { at?: number } = {}) =>
  signedSale(at, { vat: 240, gross: 1240, ...sale });

let count = 0;
/** Sends a request to the terminal. Returns the ID of its session. */
async function send(more: Readonly<Record<string, unknown>> = {}, verb = 'sale'): Promise<string> {
  const sessionId = `session-${(count += 1)}`;
  const response = await call('POST', `transactions:${verb}`, {
    sessionId,
    terminalId: TERMINAL,
    cashRegisterId: 'till-1',
    amount: 1240,
    currencyCode: '978',
    merchantReference: 'receipt-1',
    ...more,
  });
  if (response.status !== 200) throw new Error(response.text);
  return sessionId;
}
const session = async (sessionId: string) => (await call('GET', `sessions/${sessionId}`)).json;
/** Sends a request and returns its session after the customer paid. */
async function ended(more: Readonly<Record<string, unknown>> = {}, verb = 'sale') {
  const sessionId = await send(more, verb);
  await simulator.clock.advance(10_000);
  return await session(sessionId);
}
const problemOf = (sessionId: unknown): string =>
  servicesOf(simulator).terminalSessions.find(String(sessionId))?.fiscalProblem ?? '';
const useAade = (): void => void simulator.permissions.set({ useAade: true });

describe('while AADE is off', () => {
  it('a sale without fiscal data is paid as ever, and one with them ends with 1081', async () => {
    expect(await ended()).toMatchObject({
      success: true,
      aadeTransactionId: null,
      aadeResultCommand: null,
      fiscalisationDetails: null,
    });
    expect(await ended(signed())).toMatchObject({ success: false, eventId: 1081, transactionId: null });
  });

  it('a preloaded sale is a usual one', async () => {
    expect(await ended({ aadePreloaded: true, aadePreloadedDuration: 3 })).toMatchObject({ success: true });
  });
});

describe('while AADE is on', () => {
  beforeEach(useAade);

  it('a signed sale is paid, with a unique payment ID of 21 digits as text [pos.30]', async () => {
    const paid = await ended(signed());
    expect(paid).toMatchObject({ success: true, eventId: 0, message: 'Transaction successful' });
    expect(paid.aadeTransactionId).toBe(
      `116${String(paid.retrievalReferenceNumber)}${String(paid.authorizationId)}`,
    );
    expect(paid.aadeTransactionId).toMatch(/^116\d{18}$/);
    // As a number, it loses its last digits.
    expect(String(Number(paid.aadeTransactionId))).not.toBe(paid.aadeTransactionId);
  });

  it('a tip is not a part of the signed amount', async () => {
    expect(await ended({ ...signed(), tipAmount: 100 })).toMatchObject({ success: true, amount: 1340 });
  });

  it('a part payment is signed with the amount of the card and the sums of the document', async () => {
    expect(await ended({ ...signed({ amount: 500 }), amount: 500 })).toMatchObject({ success: true });
  });

  it.each([
    [1074, 'another amount', () => ({ ...signed(), amount: 1200 }), 'signed for the amount 1240'],
    [
      1075,
      'another terminal',
      () => ({ ...signed(), terminalId: '16000011' }),
      'signed for terminal 16000010',
    ],
    [
      1076,
      'another key',
      () => signed({ key: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey }),
      'does not verify',
    ],
    [
      1076,
      'an unknown provider',
      () => ({ ...signed(), aadeProviderId: '108' }),
      'Add it to fiscalProviders',
    ],
    [
      1077,
      'sums that do not fit',
      () => signedText(signed().aadeProviderSignatureData.replace(';240;', ';241;')),
      'do not add up to gross',
    ],
    [
      1079,
      'an old signature',
      () => signed({ at: simulator.clock.now() - 3 * HOUR_MS }),
      'signed 180 minutes ago',
    ],
    [1082, 'no fiscal data', () => ({}), 'a sale needs aadeProviderId'],
    [1083, 'a provider only', () => ({ aadeProviderId: '999' }), 'Send all three'],
  ] as const)('ends a sale with %d for %s, and says how to fix it', async (code, _why, request, fix) => {
    const before = simulator.wallet.balance();
    const refused = await ended(request());
    expect(refused).toMatchObject({
      success: false,
      eventId: code,
      transactionId: null,
      aadeTransactionId: null,
    });
    expect(problemOf(refused.sessionId)).toContain(fix);
    expect(simulator.wallet.balance()).toBe(before);
  });

  it('a pre-authorization needs a signature, and a refund none', async () => {
    expect(await ended({ preauth: true })).toMatchObject({ eventId: 1082 });
    const paid = await ended(signed());
    const refund = await ended({ parentSessionId: paid.sessionId, amount: 240 }, 'refund');
    expect(refund).toMatchObject({ success: true });
    expect(refund.aadeTransactionId).toMatch(/^116\d{18}$/);
    expect(refund.aadeTransactionId).not.toBe(paid.aadeTransactionId);
    const wrong = { ...signed(), aadeProviderSignature: 'AAAA' };
    expect(await ended({ ...wrong, parentSessionId: paid.sessionId, amount: 100 }, 'refund')).toMatchObject({
      eventId: 1076,
    });
  });

  it('a signature that expires on its way to the terminal ends the sale with 1079', async () => {
    simulator.terminals.configure({ reachDelayMs: 10 * 60_000, signatureLifetimeMs: 5 * 60_000 });
    const sessionId = await send(signed());
    await simulator.clock.advance(10 * 60_000);
    expect(await session(sessionId)).toMatchObject({ eventId: 1079, success: false });
  });

  it('another provider signs with its own key, after its public key is added', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const sale = () => ({ ...signed({ key: privateKey }), aadeProviderId: '108' });
    expect(await ended(sale())).toMatchObject({ eventId: 1076 });
    const pem = publicKey.export({ format: 'pem', type: 'spki' }) as string;
    const settings = simulator.terminals.configure({ fiscalProviders: { '108': pem } });
    expect(Object.keys(settings.fiscalProviders)).toEqual(['108', '999']);
    expect(await ended(sale())).toMatchObject({ success: true });
    // The test key does not sign for it.
    expect(await ended({ ...signed(), aadeProviderId: '108' })).toMatchObject({ eventId: 1076 });
    for (const [id, problem] of [
      ['800', 'fiscalProviders.800: expected the number of a provider'],
      ['x', 'fiscalProviders.x: expected the number of a provider'],
    ] as const)
      expect(() => simulator.terminals.configure({ fiscalProviders: { [id]: pem } })).toThrow(problem);
  });

  it('the fault not-fiscalised pays without a unique payment ID', async () => {
    simulator.terminals.configure({ fiscalFault: 'not-fiscalised' });
    expect(await ended(signed())).toMatchObject({
      success: true,
      aadeTransactionId: null,
      aadeResultCommand: 'ERROR',
    });
    simulator.terminals.configure({ fiscalFault: 'unexpected-error' });
    expect(await ended(signed())).toMatchObject({ success: false, eventId: 1080 });
    simulator.terminals.configure({ fiscalFault: 'none' });
    expect(await ended(signed())).toMatchObject({ success: true, aadeResultCommand: 'OK' });
  });

  it('the webhook of a fiscal sale arrives as ever', async () => {
    const receiver = await Receiver.startFor(merchant, [1802, 1803]);
    await ended(signed());
    await ended();
    await simulator.deliveries.settled();
    expect(receiver.dataOf(1802)).toHaveLength(1);
    expect(receiver.dataOf(1803)).toMatchObject([{ EventId: 1082, Success: false }]);
    await receiver.close();
  });
});

describe('a preloaded sale', () => {
  const preload = (hours?: number) =>
    send({ ...signed(), aadePreloaded: true, ...(hours !== undefined && { aadePreloadedDuration: hours }) });
  beforeEach(useAade);

  it('waits for its hours while the terminal takes other sales, and is paid when the cashier starts it [pos.29]', async () => {
    const waiting = await preload();
    await simulator.clock.advance(20 * HOUR_MS);
    expect((await call('GET', `sessions/${waiting}`)).status).toBe(202);
    expect(await ended(signed())).toMatchObject({ success: true });
    expect(simulator.terminals.list()[0]?.preloaded).toMatchObject([
      { sessionId: waiting, state: 'preloaded' },
    ]);
    simulator.trigger('preloaded-sale', { sessionId: waiting });
    await simulator.clock.advance(10_000);
    expect(await session(waiting)).toMatchObject({ success: true, aadeTransactionId: expect.any(String) });
    expect(simulator.terminals.list()[0]?.preloaded).toEqual([]);
    expect(() => simulator.trigger('preloaded-sale', { sessionId: waiting })).toThrow(
      'No preloaded sale waits at a terminal',
    );
  });

  it('ends unpaid with 1079 after its hours, 24 at most', async () => {
    for (const [hours, given] of [
      [3, 3],
      [24, undefined],
    ] as const) {
      const sessionId = await preload(given);
      await simulator.clock.advance(hours * HOUR_MS);
      expect((await call('GET', `sessions/${sessionId}`)).status).toBe(202);
      await simulator.clock.advance(1_000);
      expect(await session(sessionId)).toMatchObject({ success: false, eventId: 1079 });
      expect(problemOf(sessionId)).toContain(`for its ${hours} hours`);
    }
    await expect(preload(25)).rejects.toThrow('aadePreloadedDuration');
  });

  it('is aborted while it waits', async () => {
    const sessionId = await preload();
    await simulator.clock.advance(HOUR_MS);
    await call('DELETE', `sessions/${sessionId}?cashRegisterId=till-1`);
    await simulator.clock.advance(3_000);
    expect(await session(sessionId)).toMatchObject({ abortSuccess: true, eventId: 1016 });
  });

  it('waits again if its customer walks away, and then ends when its hours are over', async () => {
    simulator.terminals.configure({ customer: 'waits' });
    const sessionId = await preload(1);
    await simulator.clock.advance(1_000);
    simulator.trigger('preloaded-sale', { sessionId });
    simulator.terminals.walkAway(TERMINAL);
    await simulator.clock.advance(2 * 60_000);
    expect(simulator.terminals.list()[0]).toMatchObject({ session: null, preloaded: [{ sessionId }] });
    await simulator.clock.advance(HOUR_MS);
    expect(await session(sessionId)).toMatchObject({ eventId: 1079 });
  });

  it('with a wrong signature ends at once, and starts only on a free terminal', async () => {
    const wrong = await send({ ...signed(), aadeProviderSignature: 'AAAA', aadePreloaded: true });
    await simulator.clock.advance(1_000);
    expect(await session(wrong)).toMatchObject({ eventId: 1076 });
    simulator.terminals.configure({ customer: 'waits' });
    const sessionId = await preload();
    await send(signed());
    await simulator.clock.advance(1_000);
    expect(() => simulator.trigger('preloaded-sale', { sessionId })).toThrow('is busy with another sale');
  });

  it('survives a snapshot', async () => {
    const sessionId = await preload(2);
    await simulator.clock.advance(HOUR_MS);
    const snapshot = simulator.snapshot();
    await simulator.clock.advance(2 * HOUR_MS);
    expect(await session(sessionId)).toMatchObject({ eventId: 1079 });
    simulator.restore(snapshot);
    simulator.trigger('preloaded-sale', { sessionId });
    await simulator.clock.advance(10_000);
    expect(await session(sessionId)).toMatchObject({ success: true });
  });
});

describe('a terminal without its connection', () => {
  const list = async (onlyAutonomous: boolean) =>
    (await call('GET', `sessions?date=2026-02-03&AadeAutonomouslyOnly=${onlyAutonomous}`))
      .json as unknown as readonly Record<string, unknown>[];

  it('sells by itself for 48 hours, and the list of autonomous sales has only those', async () => {
    useAade();
    await ended(signed());
    await expect(simulator.trigger('autonomous-sale')).rejects.toThrow('No terminal is disconnected');
    await expect(simulator.trigger('autonomous-sale', { terminalId: TERMINAL })).rejects.toThrow(
      'is connected',
    );
    simulator.terminals.save({ terminalId: TERMINAL, offline: true });
    const sold = await simulator.trigger('autonomous-sale', { amount: 700 });
    expect(sold).toMatchObject({ state: 'approved', terminalId: TERMINAL, autonomous: true, amount: 700 });
    expect(sold.aadeTransactionId).toMatch(/^116\d{18}$/);
    expect(await ended(signed())).toMatchObject({ eventId: 3000 });
    expect((await list(true)).map(({ sessionId }) => sessionId)).toEqual([sold.sessionId]);
    expect(await list(false)).toHaveLength(3);

    await simulator.clock.advance(48 * HOUR_MS);
    await expect(simulator.trigger('autonomous-sale')).rejects.toThrow('more than 48 hours ago');
    simulator.terminals.save({ terminalId: TERMINAL, offline: false });
    expect(await ended(signed())).toMatchObject({ success: true });
  });

  it('does not sell by itself while AADE is off', async () => {
    simulator.terminals.save({ terminalId: TERMINAL, offline: true });
    await expect(simulator.trigger('autonomous-sale')).rejects.toThrow('AADE is off');
  });
});

describe('a sale with a fiscal device', () => {
  const deviceSale = (amount = 1240, device = 'XYZ12000001') => ({
    aadeProviderId: '800',
    aadeProviderSignatureData: `ECR0110A/S000123/F${amount}:978:2/D${stampOf(simulator.clock.now())}/R${device}/H1/T0/M/Q0A1B2C3D`,
    aadeProviderSignature: SESSION_KEY,
  });
  const control = async (token: string) => {
    const { json } = await call('POST', 'actions', {
      terminalId: TERMINAL,
      cashRegisterId: 'till-1',
      actionType: 'aade-fim-control',
      request: { token },
    });
    await simulator.clock.advance(3_000);
    return (await call('GET', `actions/${String(json.actionId)}`)).json;
  };
  beforeEach(useAade);

  it('is taken only after the action aade-fim-control', async () => {
    expect(await ended(deviceSale())).toMatchObject({ eventId: 1076 });
    expect(await control('token')).toMatchObject({ successfullyProcessed: false });
    expect(await control(CONTROL)).toMatchObject({ successfullyProcessed: true });
    const paid = await ended(deviceSale());
    expect(paid).toMatchObject({ success: true, aadeResultCommand: 'OK' });
    expect(paid.aadeTransactionId).toMatch(/^116\d{18}$/);
  });

  it('ends with the code of what is wrong', async () => {
    await control(CONTROL);
    for (const [code, sale] of [
      [1074, deviceSale(1000)],
      [1076, { ...deviceSale(), aadeProviderSignature: 'F'.repeat(32) }],
      [1077, deviceSale(1240, 'ABC99000001')],
      [1077, { ...deviceSale(), aadeProviderSignatureData: 'token' }],
      [
        1079,
        {
          ...deviceSale(),
          aadeProviderSignatureData: deviceSale().aadeProviderSignatureData.replace(
            /D\d+/,
            'D20260201120000',
          ),
        },
      ],
      [1083, { ...deviceSale(), aadeProviderSignature: undefined }],
    ] as const)
      expect([code, await ended(sale)]).toEqual([
        code,
        expect.objectContaining({ eventId: code, success: false }),
      ]);
  });
});

describe('fiscalisationData, with which the service issues the receipt', () => {
  const data = (more: Readonly<Record<string, unknown>> = {}): string =>
    JSON.stringify({
      ftReceiptCase: '#',
      cbReceiptReference: 'απόδειξη-1',
      cbReceiptMoment: '2026-02-03T10:00:00Z',
      cbChargeItems: [{ amount: 1240, quantity: 100, vatRate: 2400, description: 'Καφές' }],
      cbPayItems: [{ amount: 1240 }],
      ...more,
    });
  /** Sends an exact number of 64 bits, which JSON.stringify would round. */
  async function issued(fiscalisationData: string, code = '5139205309155246081') {
    const sessionId = `session-${(count += 1)}`;
    const sale = {
      sessionId,
      terminalId: TERMINAL,
      cashRegisterId: 'till-1',
      amount: 1240,
      currencyCode: '978',
      merchantReference: 'r',
    };
    const body = `${JSON.stringify(sale).slice(0, -1)},"fiscalisationData":${fiscalisationData.replace('"#"', code)}}`;
    const response = await fetch(`${simulator.endpoints.api}/ecr/v1/transactions:sale`, {
      method: 'POST',
      headers: { authorization: await token(), 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(200);
    await simulator.clock.advance(10_000);
    return await session(sessionId);
  }
  beforeEach(useAade);

  it('needs no signature, and the session has the receipt', async () => {
    expect(await issued(data())).toMatchObject({
      success: true,
      aadeTransactionId: expect.stringMatching(/^116/),
      fiscalisationDetails: { success: true, ftReceiptIdentification: 'απόδειξη-1' },
    });
  });

  it.each([
    ['a number that JavaScript rounded', data(), '5139205309155246000', 'must be 0x47522000'],
    ['a code of another country', data(), '4919338167972134913', 'must be 0x47522000'],
    ['a local time', data({ cbReceiptMoment: '2026-02-03T12:00:00' }), undefined, 'in UTC with Z'],
    ['other sums', data({ cbPayItems: [{ amount: 1000 }] }), undefined, 'cbPayItems (1000)'],
  ])('pays, and does not fiscalise, with %s', async (_why, body, code, message) => {
    expect(await issued(body, code)).toMatchObject({
      success: true,
      fiscalisationDetails: { success: false, message: expect.stringContaining(message) },
    });
  });
});

describe('worlds', () => {
  it('have their own switch, providers and fiscal devices', async () => {
    useAade();
    simulator.terminals.configure({ signatureLifetimeMs: 1 });
    const world = simulator.createWorld();
    expect(world.permissions.set({}).useAade).toBe(false);
    expect(world.terminals.configure({}).signatureLifetimeMs).toBe(7_200_000);
    world.permissions.set({ useAade: true });
    simulator.permissions.set({ useAade: false });
    expect(world.permissions.set({}).useAade).toBe(true);
    await world.close();
  });
});
