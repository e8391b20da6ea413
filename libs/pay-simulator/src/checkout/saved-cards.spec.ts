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
const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Pays once and saves the card; gives its token. */
async function saved(card = GOOD_CARD): Promise<string> {
  const outcome = merchant.simulator.checkout.pay(await merchant.order(), card);
  if (outcome.kind !== 'approved') throw new Error(outcome.kind);
  const { json } = await merchant.api('POST', '/acquiring/v1/cards/tokens', {
    transactionId: outcome.transaction.id,
  });
  return String(json.token);
}

/** Sends the form of an order with these fields. */
async function send(code: string, fields: Readonly<Record<string, string>>, form?: string) {
  const html = await page(code);
  const body = new URLSearchParams({
    form: form ?? hidden(html, 'form'),
    shown: hidden(html, 'shown'),
    email: 'jo@example.com',
    ...fields,
  });
  const answer = await fetch(address(code), { method: 'POST', body, redirect: 'manual' });
  return { status: answer.status, location: answer.headers.get('location') ?? '', html: await answer.text() };
}
const paid = (code: string) => merchant.simulator.transactions.ofOrder(code);

/** The choices of the page: value, whether it is chosen, and its words. */
const choices = (html: string) =>
  [
    ...html.matchAll(
      /<label class="choice"><input type="radio" name="card" value="([^"]*)"( checked)?>([^<]*)</g,
    ),
  ].map(([, value, checked, words]) => [value, checked !== undefined, words]);

describe('an order with saved cards', () => {
  it('offers them, the first one chosen, and another card beside them', async () => {
    const tokens = [await saved(), await saved(OTHER_CARD)];
    const html = await page(await merchant.order({ cardTokens: tokens }));
    expect(choices(html)).toEqual([
      [tokens[0], true, 'Visa •••• 0133, 08/40'],
      [tokens[1], false, 'Mastercard •••• 0101, 08/40'],
      ['', false, 'Another card'],
    ]);
    expect(html).toContain('<legend>Saved cards</legend>');
    expect(html).toContain('name="number"');
    expect(html).not.toMatch(/<script/);
  });

  it('is paid with the one that is chosen, with no number typed', async () => {
    const tokens = [await saved(), await saved(OTHER_CARD)];
    const code = await merchant.order({ cardTokens: tokens });
    const { status, location } = await send(code, { card: tokens[1] ?? '' });
    expect([status, location]).toEqual([303, expect.stringContaining('https://shop.example/success?')]);
    expect(paid(code)).toMatchObject([
      { status: 'F', email: 'jo@example.com', card: { number: '523929XXXXXX0101' } },
    ]);
  });

  it('is paid with another card all the same', async () => {
    const code = await merchant.order({ cardTokens: [await saved()] });
    await send(code, { card: '', number: OTHER_CARD.number, expiry: '08/30', cvc: '123', holderName: 'Jo' });
    expect(paid(code)).toMatchObject([{ status: 'F', card: { number: '523929XXXXXX0101' } }]);
  });

  it('is charged once when the form is sent twice, and again with another card when that was declined', async () => {
    const tokens = [await saved(), await saved(OTHER_CARD)];
    const code = await merchant.order({ cardTokens: tokens, amount: 9951 });
    const form = hidden(await page(code), 'form');
    const first = await send(code, { card: tokens[0] ?? '' }, form);
    expect((await send(code, { card: tokens[0] ?? '' }, form)).location).toBe(first.location);
    expect(paid(code)).toHaveLength(1);
    await send(code, { card: tokens[1] ?? '' }, form);
    expect(paid(code).map(({ eventId }) => eventId)).toEqual([10_051, 10_051]);
  });

  it('keeps the choice when something else is wrong, and says what', async () => {
    const tokens = [await saved(), await saved(OTHER_CARD)];
    const code = await merchant.order({ cardTokens: tokens });
    const { status, html } = await send(code, { card: tokens[1] ?? '', email: 'nobody' });
    expect(status).toBe(422);
    expect(html).toContain('<a href="#email">');
    expect(html).not.toContain('<a href="#number">');
    expect(choices(html).map(([, chosen]) => chosen)).toEqual([false, true, false]);
  });

  it('takes no card that it does not offer, and asks for one', async () => {
    const [own, foreign] = [await saved(), await saved(OTHER_CARD)];
    const code = await merchant.order({ cardTokens: [own] });
    const { status, html } = await send(code, { card: foreign });
    expect([status, paid(code)]).toEqual([422, []]);
    expect(html).toContain('<a href="#number">');
    expect(choices(html).map(([, chosen]) => chosen)).toEqual([false, true]);
  });

  it('says nothing of saved cards where it has none, or none that is known', async () => {
    await saved();
    for (const cardTokens of [[], ['ct_5d0a4e3a7e04469f82da228ca98fd661']]) {
      const html = await page(await merchant.order({ cardTokens }));
      expect([choices(html), html.includes('Saved cards')]).toEqual([[], false]);
    }
  });
});
