import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';

const SHOTS = process.env['SHOTS'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

/** Keeps a picture where SHOTS names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

/** What an accessibility check objects to on the page that is open, and whether it is wider than the screen. Keeps a picture. */
export async function objections(page: Page, name: string): Promise<readonly string[]> {
  await shot(page, name);
  await page.evaluate(AXE);
  // Most of the time goes into contrasts, and a phone has the colours of the wide screen.
  const rules = { 'color-contrast': { enabled: page.viewportSize()?.width !== PHONE.viewport?.width } };
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], rules })})`,
  );
  // Not innerWidth: on a phone that grows with what is too wide.
  const isTooWide = await page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  return [
    ...violations.map(({ id, nodes }) => `${name} ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    ...(isTooWide ? [`${name} is wider than the screen`] : []),
  ];
}
