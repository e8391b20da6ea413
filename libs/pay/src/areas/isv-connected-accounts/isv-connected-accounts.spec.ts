import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../../../../test/cards.js';
import { Endpoint } from '../../../../../test/contract/round-trips/endpoint.js';
import { INVITATION, invited } from '../../../../../test/contract/round-trips/isv-connected-accounts.js';
import { World } from '../../../../../test/contract/round-trips/world.js';

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
const accounts = () => world.simulator.accounts;
const read = async (accountId: string) =>
  unwrap(await world.isv.connectedAccounts.getAccountDatas({ accountId }));
const register = async (...eventTypeIds: number[]) => {
  for (const eventTypeId of eventTypeIds)
    unwrap(await world.isv.webhooks.create({ url: receiver.url, eventTypeId }));
};
/** Waits until all events are delivered and returns them in order. */
async function deliveredEvents() {
  await world.simulator.deliveries.settled();
  return receiver.received;
}

describe('a connected account', () => {
  it('goes from the invitation to the first payment, and has a merchant ID once it is connected [isv.14]', async () => {
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
    expect(await world.isv.payments.createOrder(accountId, { amount: 1000 })).toMatchObject({
      code: 'forbidden',
    });
    const order = unwrap(await world.isv.payments.createOrder(merchantId, { amount: 1000, isvAmount: 10 }));
    expect(world.simulator.checkout.pay(order.orderCodeText, GOOD_CARD)).toMatchObject({ kind: 'approved' });

    const { resellerId } = world.simulator.credentials.isv;
    const shared = { PersonId: merchantId, PlatformPersonId: resellerId, ConnectedAccountId: accountId };
    expect(await deliveredEvents()).toEqual([
      expect.objectContaining({
        EventTypeId: 8193,
        RecipientId: resellerId,
        EventData: { ...shared, WalletId: expect.any(Number) },
      }),
      expect.objectContaining({ EventTypeId: 8194, EventData: { ...shared, Verified: true } }),
    ]);
  });

  it('sends an event for each change of its verification, and none for a repetition', async () => {
    await register(8194);
    const accountId = await invited(world);
    accounts().accept(accountId, { legalName: 'Naxos' });
    for (const verified of [true, true, false, true]) accounts().verify(accountId, verified);
    expect((await deliveredEvents()).map(({ EventData }) => EventData['Verified'])).toEqual([
      true,
      false,
      true,
    ]);
    expect(await read(accountId)).toMatchObject({ verified: true, acquiringEnabled: true });
  });

  it('sends no verification event if the simulator behaves like the demo environment [webhook-events.18]', async () => {
    await register(8193, 8194);
    accounts().configure({ sendsVerification: false });
    world.merchant();
    expect((await deliveredEvents()).map(({ EventTypeId }) => EventTypeId)).toEqual([8193]);
  });

  it('is a new account for each invitation, even for the same email address', async () => {
    expect(await invited(world)).not.toBe(await invited(world));
  });

  it('can be connected in one step in a test', async () => {
    const { account } = world.simulator.connectedMerchants.connect({ companyName: 'At Once Ltd' });
    expect(await read(account.isv?.accountId ?? '')).toMatchObject({
      merchantId: account.credentials.merchant.merchantId,
      legalName: 'At Once Ltd',
      verified: true,
      acquiringEnabled: true,
    });
  });

  it('accepts the public SDK’s option `returnurl` and sends it as `returnUrl` [isv.10]', async () => {
    const { returnUrl, ...rest } = INVITATION;
    const { accountId } = unwrap(await world.isv.connectedAccounts.create({ ...rest, returnurl: returnUrl }));
    expect(accounts().get(accountId).returnUrl).toBe(returnUrl);
  });

  it.each([
    [{ ...INVITATION, returnUrl: 'done' }, 'returnUrl'],
    [{ ...INVITATION, email: 'merchant' }, 'email'],
    [{ ...INVITATION, branding: { partnerName: 'X', logoUrl: 'logo' } }, 'branding.logoUrl'],
    [{ ...INVITATION, branding: { ...INVITATION.branding, primaryColor: 'blue' } }, 'branding.primaryColor'],
  ])('is not invited with the invalid options %j', async (options, field) => {
    const result = await world.isv.connectedAccounts.create(options);
    expect(result).toMatchObject({ success: false, error: { outcome: 'not-sent' } });
    expect(result.success ? [] : result.error.fields.map((one) => one.field)).toEqual([field]);
  });
});
