import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';

/** A phone. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

const SHOTS = process.env['SHOTS'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What an accessibility check objects to on the page that is open, and a picture of it where SHOTS names a folder. */
export async function objections(page: Page, name: string): Promise<readonly string[]> {
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/simulator-${name}.png`, fullPage: true });
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    'axe.run()',
  );
  return violations.map(({ id, nodes }) => `${name} ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Whether a page must be moved sideways to be read. */
export const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
