import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EligibilityEvent, isRfPaymentCode, unwrap } from 'nestjs-pay/client';
import { GOOD_CARD } from '../../../../../test/cards.js';
import { World } from '../../../../../test/contract/round-trips/world.js';

const CUSTOMER = { phone: '+302101234567', countryCode: 'GR' };
let world: World;
beforeAll(async () => {
  world = await World.create('resellers');
});
beforeEach(() => {
  world.simulator.reset();
});
afterAll(() => world.close());

describe('a reseller', () => {
  it('creates an order with an exact order code and an RF code for the counter [resellers.2]', async () => {
    const order = unwrap(await world.wallet.resellers.createOrder({ amount: 1000, merchantTrns: 'till-7' }));
    expect(order.rfPaymentCode).toContain(order.orderCodeText);
    expect(isRfPaymentCode(order.rfPaymentCode)).toBe(true);
    expect(unwrap(await world.wallet.payments.getOrder(order.orderCodeText))).toMatchObject({
      RequestAmount: 10,
      MerchantTrns: 'till-7',
    });
    const check = { ...CUSTOMER, amount: 1000, rfPaymentCode: order.rfPaymentCode };
    expect(await world.wallet.resellers.checkCashPaymentEligibility(check)).toMatchObject({
      success: true,
      data: null,
      meta: { httpStatus: 204 },
    });
  });

  it('sends a password to the customer’s phone with the check, and a new one on request [resellers.2] [resellers.8]', async () => {
    unwrap(
      await world.wallet.resellers.checkCashPaymentEligibility({
        ...CUSTOMER,
        orderCode: await world.order(),
      }),
    );
    expect(await world.wallet.resellers.resendCashPaymentOtp(CUSTOMER)).toMatchObject({
      success: true,
      data: null,
      meta: { httpStatus: 204 },
    });
    const sent = world.simulator.resellerDesk.passwords();
    expect(sent).toMatchObject([CUSTOMER, CUSTOMER]);
    expect(sent[0]?.password).not.toBe(sent[1]?.password);
    expect(
      await world.wallet.resellers.resendCashPaymentOtp({ ...CUSTOMER, phone: '2100000000' }),
    ).toMatchObject({
      code: 'rejected',
      error: { httpStatus: 400, retryable: false },
    });
  });

  it('receives an event ID if the payment needs tags [resellers.5]', async () => {
    world.simulator.resellerDesk.configure({ tagsNeeded: true });
    expect(await world.wallet.resellers.checkBillPaymentEligibility(CUSTOMER)).toMatchObject({
      success: true,
      data: { eventId: EligibilityEvent.TagsNeeded },
    });
  });

  it('cannot check an order that is already paid', async () => {
    const orderCode = await world.order();
    expect(world.simulator.checkout.pay(orderCode, GOOD_CARD).kind).toBe('approved');
    const result = await world.wallet.resellers.checkCashPaymentEligibility({ ...CUSTOMER, orderCode });
    expect(result).toMatchObject({ code: 'rejected', error: { outcome: 'rejected' } });
    expect(world.simulator.resellerDesk.passwords()).toEqual([]);
  });

  it('needs an account that is enabled as a reseller', async () => {
    world.simulator.permissions.set({ actAsReseller: false });
    expect(await world.wallet.resellers.createOrder({ amount: 1000 })).toMatchObject({ code: 'forbidden' });
    expect(await world.wallet.resellers.checkCashPaymentEligibility(CUSTOMER)).toMatchObject({
      code: 'forbidden',
    });
  });

  it.each([
    [{ rfPaymentCode: 'RF19539007547034' }, 'rfPaymentCode'],
    [{ orderCode: 2 ** 53 }, 'orderCode'],
    [{ amount: 10.5 }, 'amount'],
    [{ countryCode: 'Greece' }, 'countryCode'],
  ])('sends nothing with the invalid options %j', async (wrong, field) => {
    const result = await world.wallet.resellers.checkCashPaymentEligibility({ ...CUSTOMER, ...wrong });
    expect(result).toMatchObject({ code: 'validationerror', error: { fields: [{ field }] } });
  });
});
