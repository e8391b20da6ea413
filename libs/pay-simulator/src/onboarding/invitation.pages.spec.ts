import { servicesOf } from '../handle/handle.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from '../index.js';

const HOSTILE = `"></p><script>alert(1)</script>`;
const RETURN_URL = 'https://isv.example.com/done?a=1&b=2';
const DETAILS = { legalName: 'Naxos Tickets Ltd', email: 'jo@example.com', taxNumber: '123' };

let simulator: PaySimulator;
let accountId: string;
let address: string;
beforeEach(async () => {
  simulator = await createPaySimulator({ clock: 'manual', seed: 'invitations' });
  accountId = invite().accountId;
  address = `${simulator.url}/app/register/invite/3/${accountId}`;
});
afterEach(() => simulator.close());

function invite(partnerName = 'Example Software') {
  return servicesOf(simulator).connectedAccounts.invite({
    email: 'merchant@example.com',
    returnUrl: RETURN_URL,
    branding: { partnerName, logoUrl: 'https://isv.example.com/logo.png', primaryColor: '#36f' },
  });
}
const account = () => simulator.accounts.get(accountId);
async function post(verb = '', fields: Readonly<Record<string, string>> = {}, headers = {}) {
  const response = await fetch(address + verb, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}
const page = async (): Promise<string> => (await fetch(address)).text();

describe('an invitation', () => {
  it('is not verified without a result, which a script in JavaScript can forget', () => {
    simulator.accounts.accept(accountId, DETAILS);
    expect(() => simulator.accounts.verify(accountId, undefined as never)).toThrow(
      'verified: expected true or false',
    );
    expect(account().state).toBe('connected');
  });

  it('shows the form in the design of the inviter, without external resources', async () => {
    const response = await fetch(address);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    expect(html).toContain('Example Software');
    expect(html).toContain('--brand:#3366ff');
    expect(html).toContain('value="merchant@example.com"');
    expect(html).not.toMatch(/<img|logo\.png/);
  });

  it('redirects to a URL with characters of any language', async () => {
    const { accountId: other } = servicesOf(simulator).connectedAccounts.invite({
      email: 'merchant@example.com',
      returnUrl: 'https://isv.example.com/τέλος?→',
      branding: null,
    });
    address = `${simulator.url}/app/register/invite/3/${other}`;
    const back = new URL('https://isv.example.com/τέλος?→').href;
    expect(await post('', DETAILS)).toMatchObject({ status: 303, location: back });
    expect(await post('', DETAILS)).toMatchObject({ status: 303, location: back });
  });

  it('can be accepted once; connects the merchant and redirects to the URL of the ISV', async () => {
    expect(await post('', DETAILS)).toMatchObject({ status: 303, location: RETURN_URL });
    expect(account()).toMatchObject({ state: 'connected', details: { legalName: 'Naxos Tickets Ltd' } });
    const [merchant] = simulator.connectedMerchants.list();
    expect(merchant?.account.companyName).toBe('Naxos Tickets Ltd');
    expect(account().person?.personId).toBe(merchant?.account.credentials.merchant.merchantId);
    expect(await post('', { ...DETAILS, legalName: 'Somebody else' })).toMatchObject({
      status: 303,
      location: RETURN_URL,
    });
    expect(simulator.connectedMerchants.list()).toHaveLength(1);
    expect(account().details?.legalName).toBe('Naxos Tickets Ltd');
  });

  it.each([
    [{ legalName: ' ', email: 'jo@example.com' }, 'Enter the legal name of your business'],
    [{ legalName: 'Naxos', email: 'jo' }, 'Enter an email address'],
    [{ legalName: 'Naxos', email: 'jo@example.com', taxNumber: '1'.repeat(201) }, 'Use at most 200'],
  ])('is rejected with %j and keeps the entered values', async (fields, problem) => {
    const { status, html } = await post('', fields);
    expect(status).toBe(400);
    expect(html).toContain('role="alert"');
    expect(html).toContain(problem);
    expect(html).toContain(`value="${fields.email}"`);
    expect(account().state).toBe('invited');
  });

  it('can be approved or refused repeatedly after it was accepted', async () => {
    expect(await post('/approve')).toMatchObject({ status: 303 });
    expect(account().state).toBe('invited');
    await post('', DETAILS);
    expect(await page()).toContain('Your details are being checked');
    await post('/approve');
    expect(await page()).toContain('You are verified');
    expect(account()).toMatchObject({ state: 'verified', acquiringEnabled: true });
    await post('/refuse');
    expect(await page()).toContain('could not be verified');
    expect(account()).toMatchObject({ state: 'refused', acquiringEnabled: false });
  });

  it('escapes user input', async () => {
    address = `${simulator.url}/app/register/invite/3/${invite(HOSTILE).accountId}`;
    const { html } = await post('', { legalName: HOSTILE, email: HOSTILE });
    for (const text of [html, await page()]) expect(text).not.toContain('<script>alert');
  });

  it('responds with 404 if it is unknown, and rejects cross-site requests', async () => {
    expect((await fetch(`${simulator.url}/app/register/invite/3/nobody`)).status).toBe(404);
    expect(await post('', DETAILS, { origin: 'https://evil.example.com' })).toMatchObject({ status: 403 });
    expect(account().state).toBe('invited');
  });
});

it('the invitation of a seller uses the same page', async () => {
  const seller = servicesOf(simulator).sellers.invite({
    email: 'seller@example.com',
    returnUrl: RETURN_URL,
    branding: null,
    known: { legalName: 'Seller Ltd' },
  });
  address = `${simulator.url}/app/register/invite/3/${seller.accountId}`;
  expect(await page()).toContain('value="Seller Ltd"');
  expect(await post('', DETAILS)).toMatchObject({ status: 303, location: RETURN_URL });
  expect(simulator.sellers.get(seller.accountId).account.state).toBe('connected');
});
