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

/**
 * What an accessibility check objects to on the page that is open, and whether it is wider than the screen. Keeps a picture.
 * A phone gets the same document in the same colours, so that only its width is looked at.
 */
export async function objections(page: Page, name: string): Promise<readonly string[]> {
  // With its stylesheet: what it says can be seen before.
  await page.waitForLoadState();
  await shot(page, name);
  const isPhone = page.viewportSize()?.width === PHONE.viewport?.width;
  // Not innerWidth: on a phone that grows with what is too wide.
  const isTooWide = await ask<boolean>(
    page,
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  return [
    ...(isPhone ? [] : await violations(page, name)),
    ...(isTooWide ? [`${name} is wider than the screen`] : []),
  ];
}

async function violations(page: Page, name: string): Promise<readonly string[]> {
  const found = await ask<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    page,
    `${AXE}; axe.run({ resultTypes: ['violations'] })`,
  );
  return found.violations.map(({ id, nodes }) => `${name} ${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Asks a page; where it just replaced itself by a newer one, that one. */
async function ask<Answer>(page: Page, script: string): Promise<Answer> {
  try {
    return await page.evaluate<Answer>(script);
  } catch (error) {
    if (!String(error).includes('context was destroyed')) throw error;
    await page.waitForLoadState();
    return page.evaluate<Answer>(script);
  }
}
