import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../cards.js';
import { Endpoint } from './round-trips/endpoint.js';
import { INVITATION, invited } from './round-trips/isv-accounts.js';
import { World } from './round-trips/world.js';

let world: World;
let receiver: Endpoint;
beforeAll(async () => {
  world = await World.create('isv accounts');
});
beforeEach(async () => {
  world.simulator.reset();
  receiver = new Endpoint({ key: await webhookKey() });
  await receiver.listen();
});
afterEach(() => receiver.close());
afterAll(() => world.close());

const webhookKey = async () => unwrap(await world.isv.webhook.retrieveWebhookKey());
const accounts = () => world.simulator.isvAccounts;
const read = async (accountId: string) =>
  unwrap(await world.isv.connectedAccounts.getAccountDatas({ accountId }));
const register = async (...eventTypeIds: number[]) => {
  for (const eventTypeId of eventTypeIds)
    unwrap(await world.isv.webhooks.create({ url: receiver.url, eventTypeId }));
};
/** What the ISV was told of, in its order. */
async function told() {
  await world.simulator.deliveries.settled();
  return receiver.received;
}

describe('a connected account', () => {
  it('goes from the invitation to the first payment: the merchant id comes with the connection', async () => {
    await register(8193, 8194);
    const { accountId, invitation } = unwrap(await world.isv.connectedAccounts.create(INVITATION));
    expect(invitation.redirectUrl).toBe(`${world.simulator.url}/app/register/invite/3/${accountId}`);
    expect(await read(accountId)).toMatchObject({ merchantId: null, verified: false, legalName: null });

    accounts().accept(accountId, { legalName: 'Naxos Tickets Ltd', vatNumber: 'EL123456789' });
    const connected = await read(accountId);
    expect(connected).toMatchObject({
      merchantId: expect.any(String),
      legalName: 'Naxos Tickets Ltd',
      vatNumber: 'EL123456789',
      verified: false,
      acquiringEnabled: false,
    });
    const merchantId = connected.merchantId ?? '';
    expect(await world.isv.payments.createOrder(merchantId, { amount: 1000 })).toMatchObject({
      code: 'forbidden',
    });

    accounts().verify(accountId, true);
    expect(await read(accountId)).toMatchObject({ merchantId, verified: true, acquiringEnabled: true });
    const order = unwrap(await world.isv.payments.createOrder(merchantId, { amount: 1000, isvAmount: 10 }));
    expect(world.simulator.checkout.pay(order.orderCodeText, GOOD_CARD)).toMatchObject({ kind: 'approved' });

    const { resellerId } = world.simulator.credentials.isv;
    const shared = { PersonId: merchantId, PlatformPersonId: resellerId, ConnectedAccountId: accountId };
    expect(await told()).toEqual([
      expect.objectContaining({
        EventTypeId: 8193,
        RecipientId: resellerId,
        EventData: { ...shared, WalletId: expect.any(Number) },
      }),
      expect.objectContaining({ EventTypeId: 8194, EventData: { ...shared, Verified: true } }),
    ]);
  });

  it('may be verified and refused in turn: each change is told, a repeat is not', async () => {
    await register(8194);
    const accountId = await invited(world);
    accounts().accept(accountId, { legalName: 'Naxos' });
    for (const verified of [true, true, false, true]) accounts().verify(accountId, verified);
    expect((await told()).map(({ EventData }) => EventData['Verified'])).toEqual([true, false, true]);
    expect(await read(accountId)).toMatchObject({ verified: true, acquiringEnabled: true });
  });

  it('is not told of as verified where the service is as its demo environment', async () => {
    await register(8193, 8194);
    accounts().configure({ tellsVerification: false });
    world.merchant();
    expect((await told()).map(({ EventTypeId }) => EventTypeId)).toEqual([8193]);
  });

  it('is another one each time, of the same address as well', async () => {
    expect(await invited(world)).not.toBe(await invited(world));
  });

  it('that is connected in one step is one like any other', async () => {
    const { account } = world.simulator.connectedMerchants.connect({ companyName: 'At Once Ltd' });
    expect(await read(account.isv?.accountId ?? '')).toMatchObject({
      merchantId: account.credentials.merchant.merchantId,
      legalName: 'At Once Ltd',
      verified: true,
      acquiringEnabled: true,
    });
  });

  it('is invited with the address as the public SDK spells it, which is sent as the service does', async () => {
    const { returnUrl, ...rest } = INVITATION;
    const { accountId } = unwrap(await world.isv.connectedAccounts.create({ ...rest, returnurl: returnUrl }));
    expect(accounts().get(accountId).returnUrl).toBe(returnUrl);
  });

  it.each([
    [{ ...INVITATION, returnUrl: 'done' }, 'returnUrl'],
    [{ ...INVITATION, email: 'merchant' }, 'email'],
    [{ ...INVITATION, branding: { partnerName: 'X', logoUrl: 'logo' } }, 'branding.logoUrl'],
    [{ ...INVITATION, branding: { ...INVITATION.branding, primaryColor: 'blue' } }, 'branding.primaryColor'],
  ])('is not invited with %j', async (options, field) => {
    const result = await world.isv.connectedAccounts.create(options);
    expect(result).toMatchObject({ success: false, error: { outcome: 'not-sent' } });
    expect(result.success ? [] : result.error.fields.map((one) => one.field)).toEqual([field]);
  });
});

describe('an ISV’s webhooks', () => {
  it('hear of what happens to all connected merchants, and to nobody else', async () => {
    await register(1796, 1799);
    const first = await world.isvOrder();
    const second = await world.isvOrder();
    for (const { orderCode } of [first, second]) world.simulator.checkout.pay(orderCode, GOOD_CARD);
    await world.payment();
    const events = (await told()).filter(({ EventTypeId }) => EventTypeId === 1796);
    expect(events.map(({ EventData }) => EventData['MerchantId'])).toEqual([
      first.targetMerchantId,
      second.targetMerchantId,
    ]);
    expect((await told()).filter(({ EventTypeId }) => EventTypeId === 1799)).toHaveLength(2);
  });

  it('are verified first: an address that does not give the key back in lower case is refused', async () => {
    receiver.key = { Key: await webhookKey() };
    const result = await world.isv.webhook.create({ url: receiver.url, eventTypeId: 1796 });
    expect(result).toMatchObject({ code: 'rejected', error: { httpStatus: 400, outcome: 'rejected' } });
    expect(world.simulator.isvWebhooks.list()).toEqual([]);
  });

  it('may have both spellings of the key in their answer', async () => {
    const key = await webhookKey();
    receiver.key = { Key: key, key };
    await register(1796);
    expect(world.simulator.isvWebhooks.list()).toHaveLength(1);
  });

  it('are ten at most for each type of event', async () => {
    for (let count = 0; count < 10; count += 1) await register(1796);
    expect(await world.isv.webhook.create({ url: receiver.url, eventTypeId: 1796 })).toMatchObject({
      code: 'rejected',
      error: { eventId: 3732, serviceText: 'SecurityCreateWebhookFailedLimitReached' },
    });
    await register(1797);
    expect(world.simulator.isvWebhooks.list()).toHaveLength(11);
  });

  it.each([4865, 2054, 1])('are not for events of type %d', async (eventTypeId) => {
    expect(await world.isv.webhook.create({ url: receiver.url, eventTypeId })).toMatchObject({
      code: 'rejected',
    });
  });

  it.each(['http://shop.example.com/hooks', 'hooks'])('are not at %s', async (url) => {
    expect(await world.isv.webhook.create({ url, eventTypeId: 1796 })).toMatchObject({
      code: 'validationerror',
    });
  });

  it('have one registry under both names', () => {
    expect(world.isv.webhooks).toBe(world.isv.webhook);
  });
});
