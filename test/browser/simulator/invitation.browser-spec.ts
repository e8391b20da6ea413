import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { createPaySimulator, type PaySimulator } from 'nestjs-pay/simulator';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { describeInBrowser, launchChromium } from '../chromium.js';
import { Merchant } from './merchant.js';
import { objections, PHONE } from '../page-checks.js';

// A browser on a busy machine takes its time.
jest.setTimeout(60_000);

const isv = new Merchant();
let home: string;
let browser: Browser;
let context: BrowserContext | undefined;
let simulator: PaySimulator;
let accountId: string;

/** Opens the invitation of a merchant, as its link does. */
async function openInvitation(options: BrowserContextOptions = {}): Promise<Page> {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(`${simulator.url}/app/register/invite/3/${accountId}`);
  return page;
}

async function accept(page: Page): Promise<void> {
  await page.getByLabel('Legal name').fill('Naxos Tickets Ltd');
  await page.getByLabel('Tax number').fill('123456789');
  await page.getByRole('button', { name: 'Accept and continue' }).click();
  await page.waitForURL(`${home}/done?who=merchant`);
}
const account = () => simulator.isvAccounts.get(accountId);

describeInBrowser('an invitation', () => {
  beforeAll(async () => {
    home = await isv.listen();
    simulator = await createPaySimulator();
    browser = await launchChromium();
  });
  beforeEach(() => {
    simulator.reset();
    const invited = simulator.isvAccounts.invite({
      email: 'merchant@example.com',
      returnUrl: `${home}/done?who=merchant`,
      branding: {
        partnerName: 'Example Software',
        logoUrl: 'https://www.example.com/logo.png',
        primaryColor: '#ffe600',
      },
    });
    accountId = invited.accountId;
  });
  afterEach(async () => {
    await context?.close();
    context = undefined;
  });
  afterAll(async () => {
    await browser.close();
    await simulator.close();
    await isv.close();
  });

  it('is accepted, leads back to the ISV, and is verified on the page that it leads to from then on', async () => {
    const page = await openInvitation();
    const address = page.url();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('merchant@example.com');
    await accept(page);
    expect(account()).toMatchObject({ state: 'connected', details: { taxNumber: '123456789' } });
    await page.goto(address);
    await page.getByRole('heading', { name: 'Your details are being checked' }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'You are verified' }).waitFor();
    expect(account()).toMatchObject({ state: 'verified', acquiringEnabled: true });
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL(`${home}/done?who=merchant`);
  });

  it('is accepted once for a double click', async () => {
    const page = await openInvitation();
    await page.getByLabel('Legal name').fill('Naxos Tickets Ltd');
    await page.getByRole('button', { name: 'Accept and continue' }).dblclick();
    const done = `${home}/done?who=merchant`;
    // The second click ends the navigation that the first began.
    await page.waitForURL(done).catch(() => page.waitForURL(done));
    expect(simulator.connectedMerchants.list()).toHaveLength(1);
  });

  it('says what is missing, takes the focus there, and works without JavaScript', async () => {
    const page = await openInvitation();
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    await alert.getByRole('link', { name: 'Enter the legal name of your business' }).click();
    const name = page.getByLabel('Legal name');
    expect(await name.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(account().state).toBe('invited');
    await context?.close();
    await accept(await openInvitation({ javaScriptEnabled: false }));
    expect(account().state).toBe('connected');
  });

  it('is left alone by who does not want to', async () => {
    const page = await openInvitation();
    await page.getByRole('link', { name: 'Not now' }).click();
    await page.waitForURL(`${home}/done?who=merchant`);
    expect(account().state).toBe('invited');
  });

  it('is refused on the console', async () => {
    simulator.isvAccounts.accept(accountId, { legalName: 'Naxos Tickets Ltd' });
    const page = await openInvitation();
    await page.goto(`${simulator.url}/console#accounts`);
    await page.getByRole('button', { name: 'Refuse Naxos Tickets Ltd' }).click();
    await page.getByText('The account was not verified.').waitFor();
    expect(account().state).toBe('refused');
    expect(await objections(page, 'console-accounts')).toEqual([]);
    await page.getByRole('link', { name: accountId }).click();
    await page.getByRole('heading', { name: 'Your identity could not be verified' }).waitFor();
  });

  it.each<[string, BrowserContextOptions]>([
    ['wide', {}],
    ['phone', PHONE],
  ])('has pages that everybody can use, and no wider than the screen (%s)', async (name, options) => {
    const seen: string[] = [];
    const look = async (page: Page, what: string): Promise<void> => {
      seen.push(...(await objections(page, `${name}-invitation-${what}`)));
    };
    const page = await openInvitation(options);
    const address = page.url();
    await look(page, 'form');
    await page.getByRole('button', { name: 'Accept and continue' }).click();
    await page.getByRole('alert').waitFor();
    await look(page, 'problems');
    await accept(page);
    await page.goto(address);
    await look(page, 'checked');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'You are verified' }).waitFor();
    await look(page, 'verified');
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('heading', { name: 'could not be verified' }).waitFor();
    await look(page, 'refused');
    await page.goto(`${simulator.url}/app/register/invite/3/nobody`);
    await look(page, 'unknown');
    expect(seen).toEqual([]);
  });
});
