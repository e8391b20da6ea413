import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from 'pay-simulator';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describeInBrowser, openPage } from '../chromium.js';
import { checkPage, pageProblems, PHONE, SCRIPTLESS } from '../page-checks.js';
import { Merchant } from './merchant.js';

const isv = new Merchant();
let isvUrl: string;
let simulator: PaySimulator;
let accountId: string;

/** Opens the invitation of a merchant. */
const openInvitation = (options?: BrowserContextOptions): Promise<Page> =>
  openPage(`${simulator.url}/app/register/invite/3/${accountId}`, options);

async function accept(page: Page): Promise<void> {
  await page.getByLabel('Legal name').fill('Naxos Tickets Ltd');
  await page.getByLabel('Tax number').fill('123456789');
  await page.getByRole('button', { name: 'Accept and continue' }).click();
  await page.waitForURL(`${isvUrl}/done?who=merchant`);
}
const account = () => simulator.accounts.get(accountId);

describeInBrowser('an invitation', () => {
  beforeAll(async () => {
    isvUrl = await isv.listen();
    simulator = await createPaySimulator();
  });
  beforeEach(async () => {
    simulator.reset();
    const invitation = {
      email: 'merchant@example.com',
      returnUrl: `${isvUrl}/done?who=merchant`,
      branding: {
        partnerName: 'Example Software',
        logoUrl: 'https://www.example.com/logo.png',
        primaryColor: '#ffe600',
      },
    };
    const response = await fetch(`${simulator.url}/_simulator/isv/invitations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(invitation),
    });
    ({ accountId } = (await response.json()) as { accountId: string });
  });
  afterAll(async () => {
    await simulator.close();
    await isv.close();
  });

  it('redirects to the ISV after it was accepted, and then shows the identity check', async () => {
    const page = await openInvitation();
    const address = page.url();
    expect(await page.getByLabel('Email').inputValue()).toBe('merchant@example.com');
    await accept(page);
    expect(account()).toMatchObject({ state: 'connected', details: { taxNumber: '123456789' } });
    await page.goto(address);
    await page.getByRole('heading', { name: 'Your details are being checked' }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'You are verified' }).waitFor();
    expect(account()).toMatchObject({ state: 'verified', acquiringEnabled: true });
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL(`${isvUrl}/done?who=merchant`);
  });

  it('connects one merchant for a double click', async () => {
    const page = await openInvitation();
    await page.getByLabel('Legal name').fill('Naxos Tickets Ltd');
    await page.getByRole('button', { name: 'Accept and continue' }).dblclick();
    const done = `${isvUrl}/done?who=merchant`;
    // The second click aborts the navigation of the first click.
    await page.waitForURL(done).catch(() => page.waitForURL(done));
    expect(simulator.connectedMerchants.list()).toHaveLength(1);
  });

  it('explains what is missing with the focus on the message, and works without JavaScript', async () => {
    const page = await openInvitation();
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await alert.getByRole('link', { name: 'Enter the legal name of your business' }).click();
    const name = page.getByLabel('Legal name');
    expect(await name.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(account().state).toBe('invited');
    await accept(await openInvitation(SCRIPTLESS));
    expect(account().state).toBe('connected');
  });

  it('stays pending if the merchant declines', async () => {
    const page = await openInvitation();
    await page.getByRole('link', { name: 'Not now' }).click();
    await page.waitForURL(`${isvUrl}/done?who=merchant`);
    expect(account().state).toBe('invited');
  });

  it('shows that the identity check on the console failed', async () => {
    simulator.accounts.accept(accountId, { legalName: 'Naxos Tickets Ltd' });
    const page = await openInvitation();
    await page.goto(`${simulator.url}/console?view=accounts`);
    await page.getByRole('button', { name: 'Refuse Naxos Tickets Ltd' }).click();
    await page.getByText('The account was not verified.').waitFor();
    expect(account().state).toBe('refused');
    expect(await pageProblems(page, 'console-accounts')).toEqual([]);
    await page.getByRole('link', { name: accountId }).click();
    await page.getByRole('heading', { name: 'Your identity could not be verified' }).waitFor();
  });

  it('is accessible and fits the screen', async () => {
    const check = (shown: Page, state: string): Promise<void> => checkPage(shown, `invitation-${state}`);
    const page = await openInvitation(PHONE);
    const address = page.url();
    await check(page, 'form');
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await page.getByRole('alert').waitFor();
    await check(page, 'problems');
    await accept(page);
    await page.goto(address);
    await check(page, 'checked');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'You are verified' }).waitFor();
    await check(page, 'verified');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('heading', { name: 'could not be verified' }).waitFor();
    await check(page, 'refused');
    await page.goto(`${simulator.url}/app/register/invite/3/unknown`);
    await check(page, 'unknown');
  });
});
