import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from 'pay-simulator';
import { describeInBrowser, openPage } from '../chromium.js';
import { pageProblems } from '../page-checks.js';
import { createOrder } from './merchant.js';

let simulator: PaySimulator;

describeInBrowser('a simulator that listens beyond loopback', () => {
  beforeAll(async () => {
    simulator = await createPaySimulator({ host: '0.0.0.0' });
  });
  afterAll(() => simulator.close());

  it('asks for the control token once, and shows customers the checkout page without it', async () => {
    const code = await createOrder(simulator, {});
    const page = await openPage(`${simulator.url}/console?view=orders`);
    expect(await pageProblems(page, 'simulator-login')).toEqual([]);
    await page.getByLabel('Control token').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('The control token is wrong').waitFor();
    await page.getByLabel('Control token').fill(simulator.controlToken ?? '');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('link', { name: code }).waitFor();
    await page.goto(`${simulator.url}/terminal/16000010`);
    await page.getByText('16000010').first().waitFor();
    const customer = await openPage(`${simulator.url}/web/web/checkout?ref=${code}`);
    await customer.getByText('Example Shop').first().waitFor();
  });
});
