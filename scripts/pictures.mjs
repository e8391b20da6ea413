// node scripts/pictures.mjs: takes the pictures in docs/public of the demo and the console again, at twice the resolution, light and dark.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM, NO_CHROMIUM } from '../test/browser/find-chromium.mjs';
import { DEMO } from './compile-demo.mjs';

if (CHROMIUM === undefined) throw new Error(NO_CHROMIUM);
const PICTURES = join(import.meta.dirname, '../docs/public');

/** Starts the demo with an empty database. @returns The process, and the address of the shop. */
async function startDemo(folder) {
  const demo = spawn(process.execPath, [DEMO], {
    env: { PATH: process.env.PATH, PORT: '0', SIMULATOR_PORT: '0', SHOP_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of demo.stdout) {
    output += chunk;
    if (output.includes('Ctrl-C')) break;
  }
  return { demo, shop: /^Shop\s+(\S+)/m.exec(output)[1] };
}

/** Buys a mug on a phone. @returns Pictures of the shop, the checkout and the paid order, and the order's page in the console. */
async function buy(browser, shop, colorScheme) {
  const options = { colorScheme, deviceScaleFactor: 2, locale: 'en-GB' };
  const viewport = { width: 390, height: 820 };
  const phone = await browser.newContext({ ...options, viewport, isMobile: true });
  const page = await phone.newPage();
  const shots = [];
  const shoot = async () => shots.push((await page.screenshot()).toString('base64'));
  await page.goto(shop);
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
  const order = await page.getByRole('link', { name: 'See it in the console' }).getAttribute('href');
  const wide = await browser.newContext({ ...options, viewport: { width: 1200, height: 1600 } });
  const console = await wide.newPage();
  await console.goto(order);
  const { y } = await console.getByRole('heading', { name: 'Timeline' }).boundingBox();
  const clip = { x: 0, y: y - 24, width: 1200, height: 776 };
  await console.screenshot({ path: join(PICTURES, `console${suffix(colorScheme)}.png`), clip });
  await phone.close();
  await wide.close();
  return shots;
}

const suffix = (colorScheme) => (colorScheme === 'dark' ? '-dark' : '');

/** Saves a picture of HTML. */
async function draw(browser, name, { width, height, scale }, html) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
  await page.setContent(`<style>* { margin: 0; box-sizing: border-box }</style>${html}`);
  writeFileSync(join(PICTURES, name), await page.screenshot());
  await page.close();
}

const picture = (shot, style) => `<img src="data:image/png;base64,${shot}" style="${style}">`;

const sideBySide = (shots, background) => `
<div style="display: flex; justify-content: space-evenly; padding: 26px 20px; height: 660px; background: ${background}">
  ${shots.map((shot) => picture(shot, 'width: 289px; border-radius: 14px')).join('')}</div>`;

const logo = readFileSync(join(PICTURES, 'logo.svg')).toString('base64');
const FRAME =
  'position: absolute; width: 320px; border-radius: 18px; box-shadow: 0 8px 40px rgb(0 0 0 / 18%)';
const socialPreview = ([shop, checkout]) => `
<div style="position: relative; width: 1200px; height: 630px; overflow: hidden; padding: 72px;
  background: #f6f8f7; color: #1c2b26; font: 25px/1.5 Inter, 'DejaVu Sans', sans-serif">
  <p style="display: flex; gap: 20px; align-items: center; color: #2f5d50; font-size: 38px; font-weight: 600">
    <img src="data:image/svg+xml;base64,${logo}" width="72" height="72">nestjs-pay</p>
  <h1 style="width: 560px; margin: 40px 0 32px; font-size: 50px; line-height: 1.25">Accept Viva.com payments in NestJS</h1>
  <p style="width: 520px">Checkout, refunds, card terminals and confirmed webhooks, with a local simulator of the service.</p>
  <p style="margin-top: 32px; color: #2f5d50; font-size: 21px; font-weight: 600">Unofficial · open source · MIT</p>
  ${picture(shop, `${FRAME}; top: 60px; left: 670px`)}${picture(checkout, `${FRAME}; top: 120px; left: 960px`)}</div>`;

const folder = mkdtempSync(join(tmpdir(), 'pay-pictures-'));
const { demo, shop } = await startDemo(folder);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const [colorScheme, background] of Object.entries({ light: '#dfe5ee', dark: '#0b0e14' })) {
    const shots = await buy(browser, shop, colorScheme);
    const size = { width: 960, height: 660, scale: 2 };
    await draw(browser, `demo${suffix(colorScheme)}.png`, size, sideBySide(shots, background));
    if (colorScheme === 'light')
      await draw(browser, 'social-preview.png', { width: 1200, height: 630, scale: 1 }, socialPreview(shots));
  }
} finally {
  await browser.close();
  demo.kill('SIGINT');
  await new Promise((resolve) => demo.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
}
