import { servicesOf } from '../handle/handle.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OrderDetails } from '../domain/order.js';
import { createPaySimulator, type PaySimulator } from '../index.js';
import { ORDER_DETAILS } from '../domain/order-details.testing.js';
import { REQUEST_LANGUAGES } from '../domain/contract.generated.js';
import { checkoutTexts } from './language/texts.js';

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

const order = (terms: Partial<OrderDetails> = {}): string =>
  simulator.orders.create({ ...ORDER_DETAILS, ...terms }).code;
const address = (code: string, more = ''): string => `${simulator.url}/web/web/checkout?ref=${code}${more}`;

interface PageResponse {
  readonly status: number;
  readonly location: string;
  readonly html: string;
  readonly headers: Headers;
}

async function readPage(response: Response): Promise<PageResponse> {
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    html: await response.text(),
    headers: response.headers,
  };
}

const open = async (url: string): Promise<PageResponse> => readPage(await fetch(url, { redirect: 'manual' }));
const post = async (url: string, fields: Readonly<Record<string, string>>): Promise<PageResponse> =>
  readPage(await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }));
const hiddenField = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

/** Returns the fields of a completed form. */
async function completedForm(code: string, number = APPROVED): Promise<Record<string, string>> {
  const { html } = await open(address(code));
  return {
    form: hiddenField(html, 'form'),
    shown: hiddenField(html, 'shown'),
    number,
    expiry: '08/30',
    cvc: '123',
    holderName: 'Test Holder',
    email: 'customer@example.com',
  };
}

describe('the page of an order', () => {
  it('escapes the texts of the order, the merchant and the URL', async () => {
    const { html, status } = await open(
      address(
        order({ customerTrns: HOSTILE }),
        `&color=${encodeURIComponent(HOSTILE)}&lang=${encodeURIComponent(HOSTILE)}`,
      ),
    );
    expect(status).toBe(200);
    expect(html).not.toMatch(/<script>alert|<img/);
    expect(html).toContain('&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;');
  });

  it('is also at the address without the prefix of the host', async () => {
    const code = order();
    const short = `${simulator.url}/web/checkout?ref=${code}&lang=de-DE`;
    expect((await open(short)).location).toBe(`/web/web/checkout?ref=${code}&lang=de-DE`);
    expect(await (await fetch(short)).text()).toContain('49,90');
  });

  it.each(['/web/web2?ref=', '/web/web2/?Ref=', '/web/web/newtransaction.aspx?Ref='])(
    'is also at an older address of the service: %s',
    async (older) => {
      const code = order();
      const { location } = await open(`${simulator.url}${older}${code}&paymentmethod=27`);
      expect(location).toBe(`/web/web/checkout?ref=${code}&paymentMethod=27`);
    },
  );

  it('links to the console and the shop if there is no such order', async () => {
    const unknown = async (referer: string): Promise<string> =>
      (await fetch(address('1234567890123456'), { headers: { referer } })).text();
    const html = await unknown('http://shop.example/');
    expect(html).toContain('<a class="button primary" href="http://shop.example/">Return to the shop</a>');
    expect(html).toContain('href="/console">Console of the simulator</a>');
    for (const other of [`${simulator.url}/console`, 'javascript:alert(1)', ''])
      expect(await unknown(other)).not.toContain('Return to the shop');
  });

  it('allows only its own script, and no external resource, frame or cache', async () => {
    const { headers, html } = await open(address(order()));
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; script-src 'sha256-[\w+/]{43}='; connect-src 'self'; form-action /,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(html).not.toMatch(/url\(|@import|<link|<[a-z][^>]*\s(src|style|on\w+)=/);
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  it('uses the language of the URL before the language of the order, and ignores an unknown one', async () => {
    const code = order({ language: 'de-DE' });
    expect((await open(address(code))).html).toMatch(/<html lang="de-DE">[^]*49,90\s€ bezahlen/);
    expect((await open(address(code, '&lang=el-GR'))).html).toMatch(
      /<html lang="el-GR">[^]*Πληρωμή 49,90\s€/,
    );
    expect((await open(address(code, '&lang=xx-XX'))).html).toContain('<html lang="de-DE">');
  });

  it.each(['en-GB', 'en-US', 'el-GR', 'de-DE', 'fr-FR'])(
    'is in the language of the order: %s',
    async (language) => {
      const { html } = await open(address(order({ language })));
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(checkoutTexts(language).orderSummary);
      expect(html).not.toContain('The requested language');
    },
  );

  it.each(REQUEST_LANGUAGES.filter((language) => !/^(en|el|de|fr)-/.test(language)))(
    'is in English for %s, and names the requested language',
    async (language) => {
      const { html } = await open(address(order({ language })));
      expect(html).toContain('<html lang="en-GB">');
      expect(html).toContain(
        `The requested language is ${language}. The simulator shows this page in English.`,
      );
    },
  );

  it('names a requested language without texts on each page, and returns it to the shop', async () => {
    const code = order({ language: 'hu-HU' });
    const challenge = await post(address(code), await completedForm(code, CHALLENGE));
    const pages = [await open(simulator.url + challenge.location), await open(address('1', '&lang=hu-HU'))];
    const { location } = await post(simulator.url + challenge.location, { response: 'Y' });
    expect(location).toContain('lang=hu-HU');
    for (const { html } of [...pages, await open(address(code))])
      expect(html).toContain('The requested language is hu-HU.');
  });

  it('accepts cards only, and says so if the URL preselects another method', async () => {
    const code = order();
    expect((await open(address(code, '&paymentMethod=23'))).html).toContain(
      'Only card payments can be made here.',
    );
    expect((await open(address(code, '&paymentMethod=0'))).html).not.toContain('Only card payments');
    expect((await open(address(code, '&paymentMethod=null'))).html).not.toContain('Only card payments');
  });

  it('neither offers nor accepts a card if the order excludes cards', async () => {
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

  it('asks for the email address only if the order has none', async () => {
    expect((await open(address(order()))).html).toContain('autocomplete="email"');
    const known = order({ customer: { ...ORDER_DETAILS.customer, email: 'known@example.com' } });
    expect((await open(address(known))).html).not.toContain('autocomplete="email"');
  });

  it.each([
    [{ maxInstallments: 3 }, ['0', '2', '3']],
    [{ maxInstallments: 6, forceMaxInstallments: true }, ['6']],
  ])('offers the installments of an order with %p', async (terms, offered) => {
    const { html } = await open(address(order(terms)));
    expect([...html.matchAll(/<option value="(\d+)"/g)].map(([, value]) => value)).toEqual(offered);
  });
});

describe('payment', () => {
  it('redirects the customer to the success URL', async () => {
    const code = order();
    const { status, location } = await post(address(code), await completedForm(code));
    const [transaction] = simulator.transactions.list();
    expect(status).toBe(303);
    expect(location).toBe(
      `https://shop.example/success?t=${transaction?.id}&s=${code}&lang=en-GB&eventId=0&eci=1`,
    );
  });

  it('names each invalid field, focuses the first one, and keeps the entries except the security code', async () => {
    const code = order();
    const invalid = {
      ...(await completedForm(code, '4111 1111 1111 1112')),
      expiry: '13/99',
      cvc: '98765',
      holderName: ' ',
      email: 'invalid',
    };
    const { status, html } = await post(address(code), invalid);
    expect(status).toBe(422);
    for (const field of ['email', 'number', 'expiry', 'cvc', 'holderName']) {
      expect(html).toContain(`<a href="#${field}">`);
      expect(html).toMatch(
        new RegExp(`id="${field}"[^>]* aria-describedby="[^"]*${field}-problem" aria-invalid="true"`),
      );
    }
    for (const kept of ['invalid', '4111 1111 1111 1112', '13/99']) expect(html).toContain(`value="${kept}"`);
    expect(html).not.toContain('98765');
    expect(html.match(/<[^>]* autofocus[^>]*>/g)).toEqual([expect.stringContaining('id="email"')]);
  });

  it('does not show a number that can be a real card again', async () => {
    const code = order();
    const { status, html } = await post(address(code), await completedForm(code, '4242 4242 4242 4242'));
    expect(status).toBe(422);
    expect(html).not.toContain('4242');
  });

  it.each([
    [{ number: '4242424242424242' }, 'Only the test cards work here. Never enter a real card'],
    [{ expiry: '08/20' }, 'This card has expired'],
    [{ number: '376206000000009', cvc: '123' }, 'Enter the 4-digit security code'],
  ])('explains why %p is invalid', async (entry, sentence) => {
    const code = order();
    expect((await post(address(code), { ...(await completedForm(code)), ...entry })).html).toContain(
      sentence,
    );
    expect(simulator.transactions.list()).toEqual([]);
  });

  it('charges once if the form is sent twice, also for an order that can be paid more than once', async () => {
    const code = order();
    servicesOf(simulator).orders.update(code, { disablePaidState: true });
    const fields = await completedForm(code);
    const [first, second] = await Promise.all([post(address(code), fields), post(address(code), fields)]);
    expect(second?.location).toBe(first?.location);
    expect(simulator.transactions.list()).toHaveLength(1);
  });

  it('charges each order whose form has the same ID, and does not store a long ID', async () => {
    const form = 'f'.repeat(100_000);
    for (const code of [order(), order()]) {
      const { location } = await post(address(code), { ...(await completedForm(code)), form });
      expect(location).toContain(`s=${code}`);
    }
    expect(simulator.transactions.list()).toHaveLength(2);
    expect(JSON.stringify(simulator.snapshot())).not.toContain(form);
  });

  it('charges once if the order is open in two tabs, and shows that it is paid', async () => {
    const code = order();
    const [one, other] = [await completedForm(code), await completedForm(code)];
    await post(address(code), one);
    const { location } = await post(address(code), other);
    expect(simulator.transactions.list()).toHaveLength(1);
    const { html } = await open(simulator.url + location);
    expect(html).toContain('Already paid');
    expect(html).toContain(
      `href="https://shop.example/success?t=${simulator.transactions.list()[0]?.id}&amp;s=${code}`,
    );
  });

  it('shows the reason for a decline and accepts another attempt for the same order', async () => {
    const code = order();
    const declined = await post(address(code), await completedForm(code, DECLINED));
    const { html } = await open(simulator.url + declined.location);
    expect(html).toMatch(/role="alert"[^]*Payment declined[^]*Your bank did not approve/);
    expect(html).not.toContain('eventId 310');
    expect(html).toContain(
      `href="https://shop.example/failure?s=${code}&amp;lang=en-GB&amp;eventId=310&amp;eci=1"`,
    );
    expect(html).toContain('value="customer@example.com"');
    expect(html).toMatch(/<input [^>]*name="holderName"[^>]*value="[^"]+"/);
    expect(html).not.toMatch(/<input [^>]*name="number"[^>]*value="[^"]+"/);
    const { location } = await post(address(code), await completedForm(code));
    expect(location).toContain('https://shop.example/success?');
    expect(simulator.transactions.list().map(({ status }) => status)).toEqual(['E', 'F']);
  });

  it('does not show the declined attempt of another order', async () => {
    const [code, other] = [order(), order()];
    await post(address(code), await completedForm(code, DECLINED));
    const [attempt] = simulator.transactions.list();
    expect((await open(address(other, `&attempt=${attempt?.id}`))).html).not.toContain('Payment declined');
  });

  it('rejects an amount that differs from the displayed amount', async () => {
    const code = order();
    const fields = await completedForm(code);
    servicesOf(simulator).orders.update(code, { amount: 9990 });
    const { status, html } = await post(address(code), fields);
    expect([status, simulator.transactions.list()]).toEqual([409, []]);
    expect(html).toContain('The amount has changed.');
    expect(html).toContain('Pay €99.90');
  });

  it('charges the amount that the customer chooses', async () => {
    const code = order({ disableExactAmount: true, language: 'de-DE' });
    expect((await open(address(code))).html).toContain('value="49,90"');
    expect((await post(address(code), { ...(await completedForm(code)), amount: '0,29' })).html).toMatch(
      /mindestens 0,30\s€/,
    );
    await post(address(code), { ...(await completedForm(code)), amount: '12,34' });
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
  ])(
    'creates one transaction for the response %p, with status %p and event %p',
    async (response, status, eventId) => {
      const code = order();
      const { location } = await post(address(code), await completedForm(code, CHALLENGE));
      const page = await open(simulator.url + location);
      expect(page.html).toContain('518834XXXXXX0060');
      const first = await post(simulator.url + location, { response });
      const second = await post(simulator.url + location, { response });
      expect(second.location).toBe(first.location);
      expect(simulator.transactions.list()).toMatchObject([{ status, eventId }]);
    },
  );

  it('shows the step again after an invalid response', async () => {
    const code = order();
    const { location } = await post(address(code), await completedForm(code, CHALLENGE));
    expect((await post(simulator.url + location, { response: 'maybe' })).html).toContain(
      'Choose the response of the bank',
    );
    expect(simulator.transactions.list()).toEqual([]);
  });

  it('charges nothing if the order was paid in the meantime', async () => {
    const code = order();
    const { location } = await post(address(code), await completedForm(code, CHALLENGE));
    await post(address(code), await completedForm(code));
    const responded = await post(simulator.url + location, { response: 'Y' });
    expect((await open(simulator.url + responded.location)).html).toContain('Already paid');
    expect(simulator.transactions.list()).toHaveLength(1);
  });
});

describe('an order that cannot be paid', () => {
  it('shows a 404 page if it does not exist', async () => {
    expect(await open(address('1234567890123456', '&lang=de-DE'))).toMatchObject({
      status: 404,
      html: expect.stringContaining('Bestellung nicht gefunden'),
    });
  });

  it('shows a 410 page if it has expired', async () => {
    const code = order({ expiresAt: simulator.clock.now() + 1000 });
    const fields = await completedForm(code);
    await simulator.clock.advance(1000);
    await post(address(code), fields);
    expect(simulator.transactions.list()).toEqual([]);
    const { status, html } = await open(address(code));
    expect(status).toBe(410);
    expect(html).toContain(`https://shop.example/failure?s=${code}`);
  });

  it('redirects to its urlFail if it has expired', async () => {
    const code = order({ expiredUrl: 'https://shop.example/too-late' });
    simulator.trigger('expire', { orderCode: code });
    expect(await open(address(code))).toMatchObject({
      status: 303,
      location: expect.stringMatching(/^https:\/\/shop\.example\/too-late\?s=/),
    });
  });

  it('is canceled once by the cancel button', async () => {
    const code = order();
    const cancel = `${simulator.url}/web/web/checkout/cancel?ref=${code}`;
    const first = await post(cancel, {});
    expect(first.location).toMatch(/^https:\/\/shop\.example\/failure\?s=/);
    expect((await post(cancel, {})).location).toBe(first.location);
    expect((await open(address(code))).html).toContain('Order canceled');
  });

  it('has no cancel button and cannot be canceled if the payment source offers none', async () => {
    simulator.sources.save({ code: 'Default', cancelButton: false });
    const code = order();
    expect((await open(address(code))).html).not.toContain('/checkout/cancel');
    await post(`${simulator.url}/web/web/checkout/cancel?ref=${code}`, {});
    expect(simulator.orders.get(code).state).toBe(0);
  });

  it('stays paid if the cancel button of an old tab is used', async () => {
    const code = order();
    await post(address(code), await completedForm(code));
    const { location } = await post(`${simulator.url}/web/web/checkout/cancel?ref=${code}`, {});
    expect((await open(simulator.url + location)).html).toContain('Already paid');
  });
});
