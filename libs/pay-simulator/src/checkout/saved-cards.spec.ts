import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GOOD_CARD, Merchant } from '../../testing/merchant.js';

const OTHER_CARD = { ...GOOD_CARD, number: '5239290700000101' };

let merchant: Merchant;
beforeAll(async () => {
  merchant = await Merchant.start({ successUrl: 'https://shop.example/success' });
});
beforeEach(() => merchant.simulator.reset());
afterAll(() => merchant.simulator.close());

const address = (code: string): string => `${merchant.simulator.endpoints.web}/web/checkout?ref=${code}`;
const page = async (code: string): Promise<string> => (await fetch(address(code))).text();
const hiddenField = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Pays an order and saves the card. @returns Token of the card. */
async function saveCard(card = GOOD_CARD): Promise<string> {
  const outcome = merchant.simulator.checkout.pay(await merchant.order(), card);
  if (outcome.kind !== 'approved') throw new Error(outcome.kind);
  const { json } = await merchant.api('POST', '/acquiring/v1/cards/tokens', {
    transactionId: outcome.transaction.id,
  });
  return String(json.token);
}

/** Sends the form of an order with the given fields. */
async function send(code: string, fields: Readonly<Record<string, string>>, form?: string) {
  const html = await page(code);
  const body = new URLSearchParams({
    form: form ?? hiddenField(html, 'form'),
    shown: hiddenField(html, 'shown'),
    email: 'jo@example.com',
    ...fields,
  });
  const response = await fetch(address(code), { method: 'POST', body, redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    html: await response.text(),
  };
}
const transactionsOf = (code: string) => merchant.simulator.transactions.list({ orderCode: code });

/** Returns the choices of the page: value, whether it is selected, and label. */
const choices = (html: string) =>
  [
    ...html.matchAll(
      /<label class="choice"><input type="radio" name="card" value="([^"]*)"( checked)?>([^<]*)</g,
    ),
  ].map(([, value, checked, label]) => [value, checked !== undefined, label]);

describe('an order with saved cards', () => {
  it('offers the saved cards and another card, and preselects the first one', async () => {
    const tokens = [await saveCard(), await saveCard(OTHER_CARD)];
    const html = await page(await merchant.order({ cardTokens: tokens }));
    expect(choices(html)).toEqual([
      [tokens[0], true, 'Visa •••• 0133, 08/40'],
      [tokens[1], false, 'Mastercard •••• 0101, 08/40'],
      ['', false, 'Another card'],
    ]);
    expect(html).toContain('<legend>Saved cards</legend>');
    expect(html).toContain('name="number"');
  });

  it('is paid with the selected card, without a card number', async () => {
    const tokens = [await saveCard(), await saveCard(OTHER_CARD)];
    const code = await merchant.order({ cardTokens: tokens });
    const { status, location } = await send(code, { card: tokens[1] ?? '' });
    expect([status, location]).toEqual([303, expect.stringContaining('https://shop.example/success?')]);
    expect(transactionsOf(code)).toMatchObject([
      { status: 'F', email: 'jo@example.com', card: { number: '523929XXXXXX0101' } },
    ]);
  });

  it('can be paid with another card', async () => {
    const code = await merchant.order({ cardTokens: [await saveCard()] });
    await send(code, { card: '', number: OTHER_CARD.number, expiry: '08/30', cvc: '123', holderName: 'Jo' });
    expect(transactionsOf(code)).toMatchObject([{ status: 'F', card: { number: '523929XXXXXX0101' } }]);
  });

  it('is charged once if the form is sent twice, and again with another card after a decline', async () => {
    const tokens = [await saveCard(), await saveCard(OTHER_CARD)];
    const code = await merchant.order({ cardTokens: tokens, amount: 9951 });
    const form = hiddenField(await page(code), 'form');
    const first = await send(code, { card: tokens[0] ?? '' }, form);
    expect((await send(code, { card: tokens[0] ?? '' }, form)).location).toBe(first.location);
    expect(transactionsOf(code)).toHaveLength(1);
    await send(code, { card: tokens[1] ?? '' }, form);
    expect(transactionsOf(code).map(({ eventId }) => eventId)).toEqual([10_051, 10_051]);
  });

  it('keeps the selected card if another field is invalid', async () => {
    const tokens = [await saveCard(), await saveCard(OTHER_CARD)];
    const code = await merchant.order({ cardTokens: tokens });
    const { status, html } = await send(code, { card: tokens[1] ?? '', email: 'invalid' });
    expect(status).toBe(422);
    expect(html).toContain('<a href="#email">');
    expect(html).not.toContain('<a href="#number">');
    expect(choices(html).map(([, selected]) => selected)).toEqual([false, true, false]);
  });

  it('rejects a card that it does not offer, and asks for a card', async () => {
    const [own, other] = [await saveCard(), await saveCard(OTHER_CARD)];
    const code = await merchant.order({ cardTokens: [own] });
    const { status, html } = await send(code, { card: other });
    expect([status, transactionsOf(code)]).toEqual([422, []]);
    expect(html).toContain('<a href="#number">');
    expect(choices(html).map(([, selected]) => selected)).toEqual([false, true]);
  });

  it('does not mention saved cards if it has no known cards', async () => {
    await saveCard();
    for (const cardTokens of [[], ['ct_5d0a4e3a7e04469f82da228ca98fd661']]) {
      const html = await page(await merchant.order({ cardTokens }));
      expect([choices(html), html.includes('Saved cards')]).toEqual([[], false]);
    }
  });
});
