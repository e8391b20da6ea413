import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OrderTerms } from '../domain/order.js';
import { createPaySimulator, type PaySimulator } from '../index.js';
import { ORDER_TERMS } from '../domain/order-terms.testing.js';

const APPROVED = '5239 2907 0000 0101';
const DECLINED = '4147463011110141';
const CHALLENGE = '5188340000000060';
const HOSTILE = `"><script>alert('x')</script><img src=x onerror=alert(1)>&amp;`;

let simulator: PaySimulator;
beforeAll(async () => {
  simulator = await createPaySimulator({
    clock: 'manual',
    successUrl: 'https://shop.example/success',
    failureUrl: 'https://shop.example/failure',
    merchant: { companyTitle: `Shop ${HOSTILE}` },
  });
});
beforeEach(() => simulator.reset());
afterAll(() => simulator.close());

const order = (terms: Partial<OrderTerms> = {}): string =>
  simulator.orders.create({ ...ORDER_TERMS, ...terms }).code;
const address = (code: string, more = ''): string => `${simulator.url}/web/web/checkout?ref=${code}${more}`;

interface Seen {
  readonly status: number;
  readonly location: string;
  readonly html: string;
  readonly headers: Headers;
}

async function seen(response: Response): Promise<Seen> {
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    html: await response.text(),
    headers: response.headers,
  };
}

const open = async (url: string): Promise<Seen> => seen(await fetch(url, { redirect: 'manual' }));
const post = async (url: string, fields: Readonly<Record<string, string>>): Promise<Seen> =>
  seen(await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }));
const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

async function filled(code: string, number = APPROVED): Promise<Record<string, string>> {
  const { html } = await open(address(code));
  return {
    form: hidden(html, 'form'),
    shown: hidden(html, 'shown'),
    number,
    expiry: '08/30',
    cvc: '123',
    holderName: 'Test Holder',
    email: 'customer@example.com',
  };
}

describe('the page of an order', () => {
  it('lets no text of the order or the merchant become markup', async () => {
    const { html, status } = await open(
      address(
        order({ customerTrns: HOSTILE }),
        `&color=${encodeURIComponent(HOSTILE)}&lang=${encodeURIComponent(HOSTILE)}`,
      ),
    );
    expect(status).toBe(200);
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain('&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;');
  });

  it('allows no script, no foreign resource, no frame and no cache', async () => {
    const { headers, html } = await open(address(order()));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; form-action /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(html).not.toMatch(/url\(|@import|<link|<script|<[a-z][^>]*\s(src|style|on\w+)=/);
  });

  it('speaks the language of its address before that of the order', async () => {
    const code = order({ language: 'de-DE' });
    expect((await open(address(code))).html).toMatch(/<html lang="de-DE">[^]*49,90\s€ bezahlen/);
    expect((await open(address(code, '&lang=el-GR'))).html).toMatch(
      /<html lang="el-GR">[^]*Πληρωμή 49,90\s€/,
    );
    expect((await open(address(code, '&lang=xx-XX'))).html).toContain('<html lang="de-DE">');
  });

  it('shows English for a language that it does not have, says which was asked for, and sends it back', async () => {
    const code = order({ language: 'hu-HU' });
    const { html } = await open(address(code));
    expect(html).toMatch(/<html lang="en-GB">[^]*The requested language is hu-HU\.[^]*Pay €49\.90/);
    expect((await open(address(order({ language: 'en-US' })))).html).not.toContain('The requested language');
    const { location } = await post(address(code), await filled(code));
    expect(location).toContain('lang=hu-HU');
  });

  it('takes the card when another method is preselected, and says so; 0 is the card', async () => {
    const code = order();
    expect((await open(address(code, '&paymentMethod=23'))).html).toContain(
      'Only card payments can be made here.',
    );
    expect((await open(address(code, '&paymentMethod=0'))).html).not.toContain('Only card payments');
    expect((await open(address(code, '&paymentMethod=null'))).html).not.toContain('Only card payments');
  });

  it('offers no card where the order excludes it, and takes none', async () => {
    const code = order({ paymentMethods: [8, 21] });
    const { html } = await open(address(code));
    expect(html).toContain('None of the payment methods of this order is available here.');
    expect(html).not.toContain('name="number"');
    await post(address(code), {
      number: APPROVED,
      expiry: '08/30',
      cvc: '123',
      holderName: 'A',
      email: 'a@b',
    });
    expect(simulator.transactions.list()).toEqual([]);
  });

  it('asks for the e-mail address only where the order lacks it', async () => {
    expect((await open(address(order()))).html).toContain('autocomplete="email"');
    const known = order({ customer: { ...ORDER_TERMS.customer, email: 'known@example.com' } });
    expect((await open(address(known))).html).not.toContain('autocomplete="email"');
  });

  it.each([
    [{ maxInstallments: 3 }, ['0', '2', '3']],
    [{ maxInstallments: 6, forceMaxInstallments: true }, ['6']],
  ])('offers installments as %p says', async (terms, offered) => {
    const { html } = await open(address(order(terms)));
    expect([...html.matchAll(/<option value="(\d+)"/g)].map(([, value]) => value)).toEqual(offered);
  });
});

describe('paying', () => {
  it('sends the customer to the success URL', async () => {
    const code = order();
    const { status, location } = await post(address(code), await filled(code));
    const [transaction] = simulator.transactions.list();
    expect(status).toBe(303);
    expect(location).toBe(
      `https://shop.example/success?t=${transaction?.id}&s=${code}&lang=en-GB&eventId=0&eci=1`,
    );
  });

  it('names each field that is wrong and shows nothing of the card again', async () => {
    const code = order();
    const wrong = {
      ...(await filled(code, '4111 1111 1111 1112')),
      expiry: '13/99',
      cvc: '98765',
      holderName: ' ',
      email: 'nobody',
    };
    const { status, html } = await post(address(code), wrong);
    expect(status).toBe(422);
    for (const field of ['email', 'number', 'expiry', 'cvc', 'holderName']) {
      expect(html).toContain(`<a href="#${field}">`);
      expect(html).toMatch(
        new RegExp(`id="${field}"[^>]* aria-describedby="[^"]*${field}-problem" aria-invalid="true"`),
      );
    }
    expect(html).toContain('value="nobody"');
    expect(html.replace(/<section class="tests"[^]*/, '')).not.toMatch(/4111|13\/99|98765/);
  });

  it.each([
    [{ number: '4242424242424242' }, 'Only the test cards work here. Never enter a real card'],
    [{ expiry: '08/20' }, 'This card has expired'],
    [{ number: '376206000000009', cvc: '123' }, 'Enter the security code of 4 digits'],
  ])('says why %p is wrong', async (entry, sentence) => {
    const code = order();
    expect((await post(address(code), { ...(await filled(code)), ...entry })).html).toContain(sentence);
    expect(simulator.transactions.list()).toEqual([]);
  });

  it('charges once when the form is sent twice, even on an order that may be paid often', async () => {
    const code = order();
    simulator.orders.update(code, { disablePaidState: true });
    const fields = await filled(code);
    const [first, second] = await Promise.all([post(address(code), fields), post(address(code), fields)]);
    expect(second?.location).toBe(first?.location);
    expect(simulator.transactions.list()).toHaveLength(1);
  });

  it('charges once when the order is open in two tabs, and says that it is paid', async () => {
    const code = order();
    const [one, other] = [await filled(code), await filled(code)];
    await post(address(code), one);
    const { location } = await post(address(code), other);
    expect(simulator.transactions.list()).toHaveLength(1);
    const { html } = await open(simulator.url + location);
    expect(html).toContain('Already paid');
    expect(html).toContain(
      `href="https://shop.example/success?t=${simulator.transactions.list()[0]?.id}&amp;s=${code}`,
    );
  });

  it('tells why it was declined and takes a second try on the same order', async () => {
    const code = order();
    const declined = await post(address(code), await filled(code, DECLINED));
    const { html } = await open(simulator.url + declined.location);
    expect(html).toMatch(/role="alert"[^]*Payment declined[^]*Your bank did not approve/);
    expect(html).toContain(
      `href="https://shop.example/failure?s=${code}&amp;lang=en-GB&amp;eventId=310&amp;eci=1"`,
    );
    expect(html).toContain('value="customer@example.com"');
    const { location } = await post(address(code), await filled(code));
    expect(location).toContain('https://shop.example/success?');
    expect(simulator.transactions.list().map(({ status }) => status)).toEqual(['E', 'F']);
  });

  it('does not show the declined attempt of another order', async () => {
    const [code, other] = [order(), order()];
    await post(address(code), await filled(code, DECLINED));
    const [attempt] = simulator.transactions.list();
    expect((await open(address(other, `&attempt=${attempt?.id}`))).html).not.toContain('Payment declined');
  });

  it('takes no sum that the customer has not seen', async () => {
    const code = order();
    const fields = await filled(code);
    simulator.orders.update(code, { amount: 9990 });
    const { status, html } = await post(address(code), fields);
    expect([status, simulator.transactions.list()]).toEqual([409, []]);
    expect(html).toContain('The amount has changed.');
    expect(html).toContain('Pay €99.90');
  });

  it('takes the amount that the customer names', async () => {
    const code = order({ disableExactAmount: true, language: 'de-DE' });
    expect((await open(address(code))).html).toContain('value="49,90"');
    expect((await post(address(code), { ...(await filled(code)), amount: '0,29' })).html).toMatch(
      /mindestens 0,30\s€/,
    );
    await post(address(code), { ...(await filled(code)), amount: '12,34' });
    expect(simulator.transactions.list().map(({ amount }) => amount)).toEqual([1234]);
  });
});

describe('the 3-D Secure step', () => {
  it.each([
    ['Y', 'F', 0],
    ['A', 'F', 0],
    ['N', 'E', 2062],
    ['R', 'E', 2062],
    ['U', 'E', 2062],
    ['close', 'E', 2061],
  ])('answer %p makes a transaction %p with event %p, once', async (answer, status, eventId) => {
    const code = order();
    const { location } = await post(address(code), await filled(code, CHALLENGE));
    const page = await open(simulator.url + location);
    expect(page.html).toContain('518834XXXXXX0060');
    const first = await post(simulator.url + location, { answer });
    const second = await post(simulator.url + location, { answer });
    expect(second.location).toBe(first.location);
    expect(simulator.transactions.list()).toMatchObject([{ status, eventId }]);
  });

  it('asks again when the answer is none', async () => {
    const code = order();
    const { location } = await post(address(code), await filled(code, CHALLENGE));
    expect((await post(simulator.url + location, { answer: 'maybe' })).html).toContain(
      'Choose how the bank answers',
    );
    expect(simulator.transactions.list()).toEqual([]);
  });

  it('charges nothing when the order was paid meanwhile', async () => {
    const code = order();
    const { location } = await post(address(code), await filled(code, CHALLENGE));
    await post(address(code), await filled(code));
    const answered = await post(simulator.url + location, { answer: 'Y' });
    expect((await open(simulator.url + answered.location)).html).toContain('Already paid');
    expect(simulator.transactions.list()).toHaveLength(1);
  });
});

describe('an order that takes no payment', () => {
  it('is not found', async () => {
    expect(await open(address('1234567890123456', '&lang=de-DE'))).toMatchObject({
      status: 404,
      html: expect.stringContaining('Bestellung nicht gefunden'),
    });
  });

  it('has expired', async () => {
    const code = order({ expiresAt: simulator.clock.now() + 1000 });
    const fields = await filled(code);
    await simulator.clock.advance(1000);
    await post(address(code), fields);
    expect(simulator.transactions.list()).toEqual([]);
    const { status, html } = await open(address(code));
    expect(status).toBe(410);
    expect(html).toContain(`https://shop.example/failure?s=${code}`);
  });

  it('sends the browser to its own address when it has expired', async () => {
    const code = order({ expiredUrl: 'https://shop.example/too-late' });
    simulator.orders.expire(code);
    expect(await open(address(code))).toMatchObject({
      status: 303,
      location: expect.stringMatching(/^https:\/\/shop\.example\/too-late\?s=/),
    });
  });

  it('is cancelled by its button, once', async () => {
    const code = order();
    const cancel = `${simulator.url}/web/web/checkout/cancel?ref=${code}`;
    const first = await post(cancel, {});
    expect(first.location).toMatch(/^https:\/\/shop\.example\/failure\?s=/);
    expect((await post(cancel, {})).location).toBe(first.location);
    expect((await open(address(code))).html).toContain('Order cancelled');
  });

  it('has no cancel button where the payment source offers none, and is not cancelled', async () => {
    simulator.sources.save({ code: 'Default', cancelButton: false });
    const code = order();
    expect((await open(address(code))).html).not.toContain('/checkout/cancel');
    await post(`${simulator.url}/web/web/checkout/cancel?ref=${code}`, {});
    expect(simulator.orders.get(code).state).toBe(0);
  });

  it('stays paid when the cancel button of an old tab is used', async () => {
    const code = order();
    await post(address(code), await filled(code));
    const { location } = await post(`${simulator.url}/web/web/checkout/cancel?ref=${code}`, {});
    expect((await open(simulator.url + location)).html).toContain('Already paid');
  });
});
