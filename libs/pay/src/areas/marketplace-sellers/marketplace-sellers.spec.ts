import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Marketplace, PayEventType, unwrap } from 'nestjs-pay/client';
import type { CreateSellerAccountOptions, Transport, TransportRequest } from 'nestjs-pay/client';
import { DAY_MS } from '../../../../../test/contract/round-trips/data-services.js';
import { Endpoint } from '../../../../../test/contract/round-trips/endpoint.js';
import { PAYOUTS, SELLER } from '../../../../../test/contract/round-trips/marketplace-sellers.js';
import {
  connectedSeller,
  paidWithTransfer,
  sentFunds,
} from '../../../../../test/contract/round-trips/marketplace-transfers.js';
import { UNKNOWN_ID, World } from '../../../../../test/contract/round-trips/world.js';

let world: World;
beforeAll(async () => {
  world = await World.create('marketplace sellers');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

const read = async (accountId: string) =>
  unwrap(await world.marketplace.sellers.retrieveConnectedAccount(accountId));
const balance = (accountId: string) => world.simulator.sellers.get(accountId).available;

describe('a seller', () => {
  it('takes payments after it was invited, connected and verified', async () => {
    const created = unwrap(await world.marketplace.sellers.createAccount(SELLER));
    const { accountId, invitation } = created;
    expect(await read(accountId)).toMatchObject({
      email: SELLER.email,
      verified: false,
      acquiringEnabled: false,
      payouts: null,
      invitation,
    });
    const { accounts } = world.simulator;
    accounts.accept(accountId);
    expect(await read(accountId)).toMatchObject({ verified: false, acquiringEnabled: false });
    accounts.verify(accountId, true);
    expect(await read(accountId)).toMatchObject({ verified: true, acquiringEnabled: true });
  });

  it('has a mobile number that can be a string, or a number as in the service’s sample [marketplace.13]', async () => {
    for (const mobile of ['6900000000', 6_900_000_000])
      unwrap(await world.marketplace.sellers.createAccount({ ...SELLER, mobile }));
    expect(await world.marketplace.sellers.createAccount({ ...SELLER, mobile: true as never })).toMatchObject(
      {
        code: 'validationerror',
        error: { fields: [{ field: 'mobile' }] },
      },
    );
  });

  it('gets an invitation page of the simulator that opens in a browser', async () => {
    const { invitation } = unwrap(await world.marketplace.sellers.createAccount(SELLER));
    expect(invitation.redirectUrl.startsWith(world.simulator.url)).toBe(true);
    const page = await fetch(invitation.redirectUrl);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Example Market')]);
  });

  it('receives no funds before it is connected', async () => {
    const { accountId } = unwrap(await world.marketplace.sellers.createAccount(SELLER));
    const sent = await world.marketplace.transfers.sendFunds({ amount: 100, connectedAccountId: accountId });
    expect(sent).toMatchObject({ code: 'notfound' });
  });

  it('is deleted by a reset, with its transfers and payouts', async () => {
    const { accountId } = world.simulator.sellers.connect();
    await sentFunds(world, accountId);
    world.simulator.reset();
    expect(await world.marketplace.sellers.retrieveConnectedAccount(accountId)).toMatchObject({
      code: 'notfound',
    });
    expect([world.simulator.sellers.list(), world.simulator.transfers.list()]).toEqual([[], []]);
  });

  it('can be connected in one step in a test', async () => {
    const { email, returnUrl, branding } = SELLER;
    const created = await world.marketplace.sellers.createAccount({ email, returnUrl, branding });
    const { accountId } = unwrap(created);
    world.simulator.sellers.connect({ accountId });
    expect(await read(accountId)).toMatchObject({ verified: true });
  });

  it('can share its email address with another seller [marketplace.14]', async () => {
    const [one, two] = [
      unwrap(await world.marketplace.sellers.createAccount(SELLER)),
      unwrap(await world.marketplace.sellers.createAccount(SELLER)),
    ];
    expect(one.accountId).not.toBe(two.accountId);
  });
});

describe('misspelled names in the service’s documentation', () => {
  /** Calls a client whose transport sends nothing, and returns the body of the last request. */
  async function bodyOf(call: (client: Marketplace) => Promise<unknown>): Promise<unknown> {
    const sent: TransportRequest[] = [];
    const transport: Transport = {
      send: (request) => {
        sent.push(request);
        const body = '{"access_token":"t","expires_in":3600,"token_type":"Bearer"}';
        return Promise.resolve({ status: 200, headers: {}, body: Buffer.from(body) });
      },
    };
    const client = new Marketplace({ ...world.simulator.credentials.marketplace, transport });
    await call(client);
    await client.close();
    return JSON.parse(sent.at(-1)?.body ?? '');
  }
  const misspelled: CreateSellerAccountOptions['payouts'] = {
    interval: 2,
    dayofWeek: 3,
    bankAccount: PAYOUTS.bankAccount,
  };

  it.each([
    [{ postalCode: 'EX1 2MP' }, { postCode: 'EX1 2MP' }],
    [{ postalCode: 'EX1 2MP', postCode: 'EX9' }, { postCode: 'EX9' }],
    [{ postalCode: '', city: 'Exampleton' }, { city: 'Exampleton' }],
  ])('are sent with the correct names: %j [marketplace.12]', async (address, expected) => {
    const body = await bodyOf((client) =>
      client.sellers.createAccount({ ...SELLER, address, payouts: misspelled }),
    );
    expect(body).toEqual({
      ...SELLER,
      address: expected,
      payouts: { interval: 2, dayOfWeek: 3, bankAccount: PAYOUTS.bankAccount },
    });
  });

  it('are also sent with the correct names in an update', async () => {
    const body = await bodyOf((client) =>
      client.sellers.updateConnectedAccount(UNKNOWN_ID, { payouts: misspelled }),
    );
    expect(body).toEqual({ payouts: { interval: 2, dayOfWeek: 3, bankAccount: PAYOUTS.bankAccount } });
  });
});

describe('payouts', () => {
  const bankAccount = PAYOUTS.bankAccount;
  const number = { beneficiaryName: 'Jo Doe', accountNumber: '1234', branchCode: '5678', countryCode: 'GB' };

  it.each<[object, string[]]>([
    [{ interval: 2, bankAccount }, ['payouts.dayOfWeek']],
    [{ interval: 3, bankAccount }, ['payouts.dayOfMonth']],
    [{ interval: 2, dayOfWeek: 8, bankAccount }, ['payouts.dayOfWeek']],
    [{ interval: 3, dayOfMonth: 32, bankAccount }, ['payouts.dayOfMonth']],
    [{ interval: 4, bankAccount }, ['payouts.interval']],
    [{ interval: 1 }, ['payouts.bankAccount']],
    [{ interval: 1, bankAccount: { beneficiaryName: 'Jo Doe' } }, ['payouts.bankAccount.iban']],
    [{ interval: 1, bankAccount: { ...bankAccount, iban: 'DE00' } }, ['payouts.bankAccount.iban']],
    [{ interval: 1, bankAccount: { iban: bankAccount.iban } }, ['payouts.bankAccount.beneficiaryName']],
    [
      { interval: 1, bankAccount: { ...number, branchCode: undefined } },
      ['payouts.bankAccount.accountNumber'],
    ],
    [{ interval: 1, amountThreshold: 0, bankAccount }, ['payouts.amountThreshold']],
    [{ interval: 1, bankAccount: number }, []],
    [{ interval: 3, dayOfMonth: 31, bankAccount }, []],
  ])('%j has the invalid fields %j', async (payouts, fields) => {
    const options = { ...SELLER, payouts } as CreateSellerAccountOptions;
    const result = await world.marketplace.sellers.createAccount(options);
    const invalid = result.success ? [] : result.error.fields.map(({ field }) => field);
    expect([...new Set(invalid)]).toEqual(fields);
    expect(result.success).toBe(fields.length === 0);
  });

  it('can be updated in parts, and keep the other values', async () => {
    const accountId = connectedSeller(world);
    const change = (payouts: object) =>
      world.marketplace.sellers.updateConnectedAccount(accountId, { payouts });
    expect(await change({ amountThreshold: 500 })).toMatchObject({ code: 'rejected' });
    unwrap(await change(PAYOUTS));
    unwrap(await change({ disable: true }));
    expect((await read(accountId)).payouts).toMatchObject({ interval: 2, dayOfWeek: 2, disable: true });
    expect(await change({ interval: 3 })).toMatchObject({ code: 'validationerror' });
  });

  it('send the whole balance to the bank on the chosen weekday if it reaches the threshold [marketplace.12]', async () => {
    const accountId = connectedSeller(world);
    // The weekday is two days after the simulator's clock, which starts at the present.
    const day = new Date(world.simulator.clock.now() + 2 * DAY_MS).getUTCDay() + 1;
    unwrap(
      await world.marketplace.sellers.updateConnectedAccount(accountId, {
        payouts: { ...PAYOUTS, dayOfWeek: day as 1, amountThreshold: 2450 },
      }),
    );
    await sentFunds(world, accountId);
    const bank = () => world.simulator.ledger().balances['978']?.['bank'] ?? 0n;
    const before = bank();
    await world.simulator.clock.advance(DAY_MS / 2);
    expect(balance(accountId)).toBe(2450n);
    await world.simulator.clock.advance(3 * DAY_MS);
    expect([balance(accountId), bank() - before]).toEqual([0n, 2450n]);
    unwrap(await world.marketplace.transfers.sendFunds({ amount: 2449, connectedAccountId: accountId }));
    await world.simulator.clock.advance(8 * DAY_MS);
    expect([balance(accountId), bank() - before]).toEqual([2449n, 2450n]);
  });

  const ATHENS = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Athens',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  const weekly = (accountId: string, dayOfWeek: number) =>
    world.marketplace.sellers.updateConnectedAccount(accountId, {
      payouts: { ...PAYOUTS, dayOfWeek: dayOfWeek as 1, amountThreshold: 1 },
    });
  /** Advances the clock to an hour of a weekday in Athens. */
  async function advanceTo(local: string): Promise<void> {
    const { clock } = world.simulator;
    await clock.advance(60_000 - (clock.now() % 60_000));
    while (ATHENS.format(clock.now()) !== local) await clock.advance(60_000);
  }

  it('are executed on the same morning if they are set on their weekday before eight', async () => {
    const accountId = connectedSeller(world);
    await advanceTo('Sunday 07:00');
    await sentFunds(world, accountId);
    unwrap(await weekly(accountId, 1));
    await world.simulator.clock.advance(3_599_000);
    expect(balance(accountId)).toBe(2450n);
    await world.simulator.clock.advance(2_000);
    expect(balance(accountId)).toBe(0n);
  });

  it('wait a week if they are set on their weekday after eight', async () => {
    const accountId = connectedSeller(world);
    await advanceTo('Sunday 08:00');
    await sentFunds(world, accountId);
    unwrap(await weekly(accountId, 1));
    await world.simulator.clock.advance(6 * DAY_MS);
    expect(balance(accountId)).toBe(2450n);
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(balance(accountId)).toBe(0n);
  });

  it('are executed at eight in the service’s time zone all year', async () => {
    const accountId = connectedSeller(world);
    unwrap(
      await world.marketplace.sellers.updateConnectedAccount(accountId, {
        payouts: { ...PAYOUTS, interval: 1, amountThreshold: 1 },
      }),
    );
    await advanceTo('Sunday 08:00');
    for (let day = 0; day < 370; day++) {
      // Less than the shortest day, which has 23 hours.
      await world.simulator.clock.advance(DAY_MS - 62 * 60_000);
      await advanceTo(`${ATHENS.formatToParts(world.simulator.clock.now())[0]?.value ?? ''} 07:59`);
      unwrap(await world.marketplace.transfers.sendFunds({ amount: 100, connectedAccountId: accountId }));
      expect(balance(accountId)).toBe(100n);
      await world.simulator.clock.advance(60_000);
      expect(balance(accountId)).toBe(0n);
    }
  });

  it.each([
    ['paused', { ...PAYOUTS, interval: 1, disable: true }, true],
    ['not verified', { ...PAYOUTS, interval: 1 }, false],
  ] as const)('wait while the payouts or the seller are %s', async (_name, payouts, verified) => {
    const { accountId } = world.simulator.sellers.connect({ verified });
    unwrap(await world.marketplace.sellers.updateConnectedAccount(accountId, { payouts }));
    await sentFunds(world, accountId);
    await world.simulator.clock.advance(3 * DAY_MS);
    expect(balance(accountId)).toBe(2450n);
  });
});

describe('webhooks of the platform', () => {
  let endpoint: Endpoint;
  beforeEach(async () => {
    endpoint = new Endpoint({ Key: unwrap(await world.marketplace.webhooks.retrieveWebhookKey()) });
    await endpoint.listen();
    const { AccountConnected, AccountVerificationStatusChanged, TransferCreated, AccountTransactionCreated } =
      PayEventType;
    await world.simulator.webhooks.register({
      url: endpoint.url,
      eventTypeIds: [
        AccountConnected,
        AccountVerificationStatusChanged,
        TransferCreated,
        AccountTransactionCreated,
      ],
    });
  });
  afterEach(() => endpoint.close());
  const eventData = async (eventTypeId: number) => {
    await world.simulator.deliveries.settled();
    return endpoint.received
      .filter(({ EventTypeId }) => EventTypeId === eventTypeId)
      .map(({ EventData }) => EventData);
  };
  const platformId = () => world.simulator.credentials.marketplace.merchantId;

  it('receive an event when a seller is connected and when it is verified [webhook-events.17] [marketplace.12]', async () => {
    const { accountId, person } = world.simulator.sellers.connect();
    expect(await eventData(8193)).toEqual([
      {
        PersonId: person?.personId,
        WalletId: Number(person?.walletId),
        PlatformPersonId: platformId(),
        ConnectedAccountId: accountId,
      },
    ]);
    expect(await eventData(8194)).toMatchObject([{ Verified: true, ConnectedAccountId: accountId }]);
    expect(new Set(endpoint.received.map(({ RecipientId }) => RecipientId))).toEqual(new Set([platformId()]));
  });

  it('receive no verification event in the demo environment, where the seller is read until it is verified [marketplace.5]', async () => {
    world.simulator.accounts.configure({ sendsVerification: false });
    const { accountId } = world.simulator.sellers.connect();
    expect(await eventData(8193)).toHaveLength(1);
    expect(await eventData(8194)).toEqual([]);
    expect(await world.marketplace.sellers.retrieveConnectedAccount(accountId)).toMatchObject({
      data: { verified: true },
    });
  });

  it('receive one event for a waiting transfer, and wallet movements when it is executed [marketplace.4]', async () => {
    const { accountId, transactionId } = await paidWithTransfer(world);
    const waiting = {
      Amount: 90,
      ParentId: null,
      TransactionId: transactionId,
      Executed: null,
      DebitWalletTransactionId: null,
      CreditWalletTransactionId: null,
      TransferTypeId: 1,
    };
    expect(await eventData(8448)).toMatchObject([waiting]);
    expect(await eventData(2054)).toEqual([]);
    await world.simulator.clock.advance(2 * DAY_MS);
    expect(await eventData(8448)).toHaveLength(1);
    // The payment clears less its commission, followed by the transfer and the platform fee.
    expect((await eventData(2054)).map(({ Amount }) => Amount)).toEqual([100, -1, -90, 90, -10, 10]);
    const { walletId = '', personId } = world.simulator.sellers.get(accountId).account.person ?? {};
    const ofSeller = (await eventData(2054)).filter(({ PersonId }) => PersonId === personId);
    expect(ofSeller).toMatchObject([
      { Amount: 90, WalletId: Number(walletId), TargetAvailable: 90 },
      { Amount: -10, TargetAvailable: 80 },
    ]);
  });

  it('receive a reversal with its transfer, and immediate transfers with their wallet movements [webhook-events.19] [marketplace.1]', async () => {
    const accountId = connectedSeller(world);
    const { personId, walletId } = world.simulator.sellers.get(accountId).account.person ?? {};
    const transferId = await sentFunds(world, accountId);
    unwrap(await world.marketplace.transfers.createTransferReversal(transferId, { amount: 50 }));
    const [sent, reversal] = await eventData(8448);
    expect(sent).toMatchObject({
      TransferId: transferId,
      ParentId: null,
      Amount: 24.5,
      TargetPersonId: personId,
      TargetWalletId: Number(walletId),
    });
    expect(personId).not.toBe(accountId);
    expect(reversal).toMatchObject({ ParentId: transferId, Amount: 0.5, TargetPersonId: platformId() });
    const movements = (await eventData(2054)).map(({ WalletTransactionId }) => WalletTransactionId);
    expect(movements).toEqual([
      sent?.['DebitWalletTransactionId'],
      sent?.['CreditWalletTransactionId'],
      reversal?.['DebitWalletTransactionId'],
      reversal?.['CreditWalletTransactionId'],
    ]);
  });
});
