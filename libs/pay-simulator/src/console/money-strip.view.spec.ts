import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GOOD_CARD, Merchant } from '../../testing/merchant.js';

const HOUR_MS = 3_600_000;

let merchant: Merchant;
beforeEach(async () => {
  merchant = await Merchant.start({
    now: new Date('2026-02-03T10:00:00Z'),
    merchant: { commissionBasisPoints: 100, chargebackFee: 2000 },
  });
});
afterEach(() => merchant.simulator.close());

/** Reads the strip of an order: its moves such as `Paid 50.00 EUR 02-03 10:00:00`, and its areas in percent of time and of height. */
async function stripOf(orderCode: string): Promise<{ moves: readonly string[]; areas: readonly string[] }> {
  const html = await (await fetch(`${merchant.simulator.url}/console/orders/${orderCode}`)).text();
  const strip = /<section class="strip"[^]*?<\/section>/.exec(html)?.[0] ?? '';
  const moves = [...strip.matchAll(/<li[^>]*><i[^>]*><\/i>([^]*?)<\/li>/g)].map(([, item = '']) =>
    item
      .replace(/<[^>]*>/g, ' ')
      .replace(/\b2026-/, '')
      .replace(' UTC', '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const areas = [
    ...strip.matchAll(
      /<rect class="([^"]*)" x="([\d.]+)%" width="([\d.]+)%" y="([\d.]+)" height="([\d.]+)"/g,
    ),
  ].map(
    ([, band, x, width, , height]) =>
      `${band} ${Math.round(Number(x))}+${Math.round(Number(width))}% ${Math.round((Number(height) / 88) * 1000) / 10}%`,
  );
  return { moves, areas };
}

describe('the money of an order', () => {
  it('is drawn to scale from the request over the payment to the clearing that comes', async () => {
    const { clock, checkout } = merchant.simulator;
    const orderCode = await merchant.order({ amount: 5000 });
    await clock.advance(HOUR_MS / 3);
    checkout.pay(orderCode, GOOD_CARD);
    await clock.advance((HOUR_MS * 17) / 3);
    const { moves, areas } = await stripOf(orderCode);
    expect(moves).toEqual([
      'Requested 50.00 EUR 02-03 10:00:00',
      'Paid 50.00 EUR 02-03 10:20:00',
      'Fee 0.50 EUR 02-03 10:20:00',
      'Clears in 6 h 02-03 22:00:00',
    ]);
    expect(areas).toEqual([
      'requested 0+3% 100%',
      ...['fee 3+47% 1%', 'paid 3+47% 99%'],
      ...['fee future 50+50% 1%', 'paid future 50+50% 99%'],
    ]);
  });

  it('shows what has just happened, although no time has passed since then', async () => {
    const { simulator } = merchant;
    const payment = simulator.pay(undefined, { amount: 5000 });
    await simulator.clock.advance(12 * HOUR_MS);
    simulator.wallet.deposit(10_000);
    await simulator.clock.advance(HOUR_MS);
    simulator.refund(payment.id, { amount: 5000 });
    expect((await stripOf(payment.orderCode)).areas.slice(-2)).toEqual([
      'fee 97+3% 1%',
      'refunded 97+3% 99%',
    ]);
    const held = simulator.trigger('preauth', { amount: 3000 });
    expect((await stripOf(held.orderCode)).areas).toEqual([
      'authorized 0+3% 100%',
      'authorized future 3+97% 100%',
    ]);
  });

  it('shows clearing, refunds, a dispute and its fees', async () => {
    const { simulator } = merchant;
    const payment = simulator.pay(undefined, { amount: 5000 });
    await simulator.clock.advance(12 * HOUR_MS);
    simulator.wallet.deposit(10_000);
    simulator.refund(payment.id, { amount: 1000 });
    await simulator.clock.advance(HOUR_MS);
    simulator.trigger('dispute', { transactionId: payment.id });
    await simulator.clock.advance(HOUR_MS);
    simulator.trigger('dispute-lost', { transactionId: payment.id });
    const { moves } = await stripOf(payment.orderCode);
    expect(moves).toEqual([
      'Requested 50.00 EUR 02-03 10:00:00',
      'Paid 50.00 EUR 02-03 10:00:00',
      'Fee 0.50 EUR 02-03 10:00:00',
      'Cleared 49.50 EUR 02-03 22:00:00',
      'Refunded 10.00 EUR 02-03 22:00:00',
      'Disputed 40.00 EUR 02-03 23:00:00',
      'Dispute lost 40.00 EUR 02-04 00:00:00',
      'Dispute fee 20.00 EUR 02-04 00:00:00',
    ]);
  });

  it('gives back what a dispute took, although a refund followed', async () => {
    const { simulator } = merchant;
    const { id: transactionId, orderCode } = simulator.pay(undefined, { amount: 10_000 });
    await simulator.clock.advance(12 * HOUR_MS);
    simulator.trigger('dispute', { transactionId });
    await simulator.clock.advance(HOUR_MS);
    simulator.trigger('dispute-won', { transactionId });
    await simulator.clock.advance(HOUR_MS);
    simulator.refund(transactionId, { amount: 1000 });
    await simulator.clock.advance(HOUR_MS);
    const html = await (await fetch(`${merchant.simulator.url}/console/orders/${orderCode}`)).text();
    const amounts = [...html.matchAll(/<title>([^<]*): ([\d.]+ EUR)<\/title><\/rect>/g)].map(
      ([, band, amount]) => [band, amount].join(' '),
    );
    // Of the 100.00, the service keeps 1.00.
    expect(amounts.slice(-3)).toEqual([
      'Fee 1.00 EUR',
      'In the wallet 89.00 EUR',
      'Back at the customer 10.00 EUR',
    ]);
  });

  it('shows a hold, its capture and the payout that takes the money', async () => {
    const { simulator } = merchant;
    const held = simulator.trigger('preauth', { amount: 3000 });
    expect((await stripOf(held.orderCode)).moves).toEqual([
      'Requested 30.00 EUR 02-03 10:00:00',
      'Authorized 30.00 EUR 02-03 10:00:00',
      'Hold lapses in 30 d 03-05 10:00:00',
    ]);
    simulator.trigger('capture', { transactionId: held.id, amount: 2000 });
    await simulator.clock.advance(24 * HOUR_MS);
    simulator.wallet.withdraw(Number(simulator.wallet.balance()) - 800);
    const { moves } = await stripOf(held.orderCode);
    expect(moves.slice(2)).toEqual([
      'Captured 20.00 EUR 02-03 10:00:00',
      'Fee 0.20 EUR 02-03 10:00:00',
      'Cleared 19.80 EUR 02-03 22:00:00',
      'Paid out 11.80 EUR 02-04 10:00:00',
    ]);
  });

  it('shows a void, which returns the fee, and leaves out an order that was canceled before it was paid', async () => {
    const { simulator } = merchant;
    const payment = simulator.pay(undefined, { amount: 5000 });
    simulator.trigger('void', { transactionId: payment.id });
    expect((await stripOf(payment.orderCode)).moves.at(-1)).toBe('Voided 50.00 EUR 02-03 10:00:00');
    const canceled = await merchant.order();
    simulator.trigger('cancel', { orderCode: canceled });
    expect(await stripOf(canceled)).toEqual({ moves: [], areas: [] });
  });

  it('keeps the fee of the other payment if one of two is voided', async () => {
    const { simulator } = merchant;
    const orderCode = await merchant.order({ amount: 5000 });
    await merchant.web('PATCH', `/api/orders/${orderCode}`, { disablePaidState: true });
    const payments = [simulator.pay(orderCode), simulator.pay(orderCode)];
    simulator.trigger('void', { transactionId: payments[1]?.id });
    const { areas } = await stripOf(orderCode);
    expect(areas.slice(-3).map((area) => area.replace(/[\d+]+% /, ''))).toEqual([
      'fee future 0.5%',
      'paid future 49.5%',
      'refunded future 50%',
    ]);
  });

  it('shows the transfer to a seller and its payout', async () => {
    const { simulator } = merchant;
    const { accountId } = simulator.sellers.connect({
      payouts: { interval: 1, bankAccount: { ...BANK, iban: 'GR1601101250000000012300695' } },
    });
    const payment = simulator.pay(undefined, { amount: 5000 });
    simulator.trigger('transfer', { accountId, transactionId: payment.id, amount: 4000 });
    await simulator.clock.advance(24 * HOUR_MS);
    expect((await stripOf(payment.orderCode)).moves.slice(3)).toEqual([
      'Cleared 49.50 EUR 02-03 22:00:00',
      'Sent to the seller 40.00 EUR 02-03 22:00:00',
      'Paid out 40.00 EUR 02-04 06:00:00',
    ]);
  });
});

const BANK = {
  friendlyName: null,
  beneficiaryName: 'Seller',
  branchCode: null,
  accountNumber: null,
  countryCode: null,
};
