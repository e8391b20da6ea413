// Takes the pictures of the README and the site: light and dark, at twice the resolution. To replace those in docs/public, run
// PAY_PICTURES=1 npm run jest -- --selectProjects screens --testPathPatterns pictures
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser, openPage } from '../chromium.js';
import { DemoProcess } from './demo-process.js';

const PUBLIC = join(process.cwd(), 'docs/public');
const isKept = process.env['PAY_PICTURES'] === '1';
const TARGET = isKept ? PUBLIC : mkdtempSync(join(tmpdir(), 'pay-pictures-'));

const phone = { viewport: { width: 390, height: 820 }, deviceScaleFactor: 2, isMobile: true };
const wide = { viewport: { width: 1200, height: 1600 }, deviceScaleFactor: 2 };
const SCHEMES = [
  { colorScheme: 'light', suffix: '', background: '#dfe5ee' },
  { colorScheme: 'dark', suffix: '-dark', background: '#0b0e14' },
] as const;

const image = (shot: Buffer, style: string): string =>
  `<img src="data:image/png;base64,${shot.toString('base64')}" style="${style}">`;

/** Saves a picture of HTML. */
async function draw(name: string, html: string, width: number, height: number, scale: number): Promise<void> {
  const page = await openPage('about:blank', { viewport: { width, height }, deviceScaleFactor: scale });
  await page.setContent(`<style>* { margin: 0; box-sizing: border-box }</style>${html}`);
  await page.screenshot({ path: join(TARGET, name) });
}

/** Buys a mug. @returns Pictures of the shop, the checkout and the paid order, on whose page the customer then is. */
async function buy(page: Page): Promise<Buffer[]> {
  const shots: Buffer[] = [];
  const shoot = async (): Promise<unknown> => shots.push(await page.screenshot());
  await page.getByRole('button', { name: 'One more: Stoneware mug' }).click();
  await page.mouse.move(0, 400);
  await shoot();
  await page.getByRole('button', { name: 'Go to checkout' }).click();
  await page.getByRole('button', { name: /^Pay €/ }).click();
  await page.getByRole('button', { name: 'Approved' }).click();
  // The list of test cards fills in the form, and then has the focus.
  await page.evaluate('scrollTo(0, 0); document.activeElement.blur()');
  await shoot();
  await page.getByRole('button', { name: /^Pay €/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Paid', exact: true }).waitFor();
  await shoot();
  return shots;
}

const sideBySide = (shots: readonly Buffer[], background: string): string => `
<div style="display: flex; justify-content: space-evenly; padding: 26px 20px; height: 660px; background: ${background}">
  ${shots.map((shot) => image(shot, 'width: 289px; border-radius: 14px')).join('')}</div>`;

const FRAME =
  'position: absolute; width: 320px; border-radius: 18px; box-shadow: 0 8px 40px rgb(0 0 0 / 18%)';
const socialPreview = ([shop, checkout]: readonly Buffer[]): string => `
<div style="position: relative; width: 1200px; height: 630px; overflow: hidden; padding: 72px;
  background: #f6f8f7; color: #1c2b26; font: 25px/1.5 Inter, 'DejaVu Sans', sans-serif">
  <p style="display: flex; gap: 20px; align-items: center; color: #2f5d50; font-size: 38px; font-weight: 600">
    <img src="data:image/svg+xml;base64,${readFileSync(join(PUBLIC, 'logo.svg'), 'base64')}" width="72" height="72">nestjs-pay</p>
  <h1 style="width: 560px; margin: 40px 0 32px; font-size: 50px; line-height: 1.25">Accept Viva.com payments in NestJS</h1>
  <p style="width: 520px">Checkout, refunds, card terminals and confirmed webhooks, with a local simulator of the service.</p>
  <p style="margin-top: 32px; color: #2f5d50; font-size: 21px; font-weight: 600">Unofficial · open source · MIT</p>
  ${image(shop!, `${FRAME}; top: 60px; left: 670px`)}${image(checkout!, `${FRAME}; top: 120px; left: 960px`)}</div>`;

/** Size of a PNG file in pixels, from its header. */
function sizeOf(name: string): [width: number, height: number] {
  const file = readFileSync(join(TARGET, name));
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
}

describeInBrowser('pictures of the README and the site', () => {
  let demo: DemoProcess;
  beforeAll(async () => {
    mkdirSync(TARGET, { recursive: true });
    demo = await DemoProcess.start();
  });
  afterAll(async () => {
    await demo.stop();
    if (!isKept) rmSync(TARGET, { recursive: true });
  });

  it.each(SCHEMES)(
    'show a purchase and its timeline ($colorScheme)',
    async ({ colorScheme, suffix, background }) => {
      const customer = await openPage(demo.shop, { ...phone, colorScheme });
      const shots = await buy(customer);
      await draw(`demo${suffix}.png`, sideBySide(shots, background), 960, 660, 2);
      if (colorScheme === 'light') await draw('social-preview.png', socialPreview(shots), 1200, 630, 1);

      const order = await customer.getByRole('link', { name: 'See it in the console' }).getAttribute('href');
      const console = await openPage(order!, { ...wide, colorScheme });
      const timeline = await console.getByRole('heading', { name: 'Timeline' }).boundingBox();
      const clip = { x: 0, y: timeline!.y - 24, width: 1200, height: 776 };
      await console.screenshot({ path: join(TARGET, `console${suffix}.png`), clip });

      expect(sizeOf(`demo${suffix}.png`)).toEqual([1920, 1320]);
      expect(sizeOf(`console${suffix}.png`)).toEqual([2400, 1552]);
      expect(sizeOf('social-preview.png')).toEqual([1200, 630]);
    },
  );
});
