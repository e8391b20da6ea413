import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { closeSimulators, startSimulator } from '../../testing/simulators.js';
import { send } from '../transparent/transparent.testing.js';

const folder = mkdtempSync(join(tmpdir(), 'worlds-accounts-'));

afterEach(async () => {
  await closeSimulators();
  rmSync(folder, { recursive: true, force: true });
});

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

it('a reseller finds the orders of its own merchants only', async () => {
  const simulator = await startSimulator();
  const [one, other] = [simulator.createWorld(), simulator.createWorld()];
  const merchant = one.connectedMerchants.connect();
  const { code } = merchant.orders.create({ amount: 700 });
  const { merchantId } = merchant.account.credentials.merchant;
  const status = async ({ credentials }: typeof one) => {
    const headers = basic(`${credentials.isv.resellerId}:${merchantId}`, credentials.isv.resellerApiKey);
    const response = await fetch(`${simulator.url}/web/api/transactions?ordercode=${code}`, { headers });
    return response.status;
  };
  expect(await status(one)).toBe(200);
  expect(await status(other)).toBeGreaterThanOrEqual(400);
  const page = await fetch(`${simulator.url}/web/web/checkout?ref=${code}`);
  expect(await page.text()).toContain(merchant.account.companyTitle);
});

it('an invitation leads to a page of its own world', async () => {
  const simulator = await startSimulator();
  const [one, other] = [simulator.createWorld(), simulator.createWorld()];
  const { clientId, clientSecret } = one.credentials.isv;
  const token = await fetch(`${simulator.url}/accounts/connect/token`, {
    method: 'POST',
    headers: basic(clientId, clientSecret),
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const created = await fetch(`${simulator.url}/api/isv/v1/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'shop@example.com', returnUrl: 'https://isv.example/done' }),
  });
  const { invitation } = (await created.json()) as { invitation: { redirectUrl: string } };
  const { redirectUrl } = invitation;
  expect(redirectUrl).toContain(`/worlds/${one.id}/app/`);
  const page = await fetch(redirectUrl);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(`action="/worlds/${one.id}/app/`);
  expect((await fetch(redirectUrl.replace(one.id, other.id))).status).toBe(404);
  expect((await fetch(redirectUrl.replace(`/worlds/${one.id}`, ''))).status).toBe(404);
});

it('a customer pays with 3-D Secure on the pages of the order’s world', async () => {
  const simulator = await startSimulator();
  const world = simulator.createWorld();
  const { code } = world.orders.create({ amount: 700 });
  const address = `${simulator.url}/web/web/checkout?ref=${code}`;
  const form = /name="form" value="([^"]*)"/.exec(await (await fetch(address)).text())?.[1] ?? '';
  const card = { number: '5188340000000060', expiry: '08/40', cvc: '123', holderName: 'Alex Buyer' };
  const post = (url: string, body: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      headers: { origin: simulator.url },
      body: new URLSearchParams(body),
      redirect: 'manual',
    });
  const paid = await post(address, { form, ...card, email: 'buyer@example.com' });
  const challenge = simulator.url + (paid.headers.get('location') ?? '');
  expect(challenge).toContain('/challenge?');
  const answer = /name="response" value="([^"]*)"/.exec(await (await fetch(challenge)).text())?.[1] ?? '';
  expect((await post(challenge, { response: answer })).status).toBe(303);
  expect(world.transactions.list({ orderCode: code })).toHaveLength(1);
  expect(simulator.transactions.list()).toEqual([]);
});

it('transparent mode takes the credentials of a world', async () => {
  const simulator = await startSimulator({ transparent: { caDir: folder } });
  const world = simulator.createWorld();
  const { clientId, clientSecret } = world.credentials.merchant;
  if (!simulator.transparent) throw new Error('not transparent');
  for (const headerOrForm of ['header', 'form']) {
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { status } = await send(
      simulator.transparent,
      'https://demo-accounts.vivapayments.com/connect/token',
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        ...(headerOrForm === 'header'
          ? { body: 'grant_type=client_credentials', auth: `${clientId}:${clientSecret}` }
          : { body: new URLSearchParams(fields).toString() }),
      },
    );
    expect(status).toBe(200);
  }
  expect(world.requests()).toHaveLength(2);
  expect(simulator.requests()).toEqual([]);
});
