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

/** Screens on which pages are checked. */
export const SCREENS: readonly [name: string, options: BrowserContextOptions][] = [
  ['wide', WIDE],
  ['phone', PHONE],
];

/** Saves a screenshot if the variable SHOTS names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

/**
 * Checks the accessibility and the width of the open page, and saves a screenshot. On a phone, only the width is checked,
 * because the document and its colors are the same.
 *
 * @returns Description of each problem.
 */
export async function pageProblems(page: Page, name: string): Promise<readonly string[]> {
  // The texts are there before the style sheet is loaded.
  await page.waitForLoadState();
  await shot(page, name);
  const isPhone = page.viewportSize()?.width === PHONE.viewport?.width;
  // On a phone, innerWidth grows with content that is too wide.
  const isTooWide = await evaluate<boolean>(
    page,
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  return [
    ...(isPhone ? [] : await violations(page, name)),
    ...(isTooWide ? [`${name} is wider than the screen`] : []),
  ];
}

async function violations(page: Page, name: string): Promise<readonly string[]> {
  const result = await evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    page,
    `${AXE}; axe.run({ resultTypes: ['violations'] })`,
  );
  return result.violations.map(
    ({ id, nodes }) => `${name} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}

/** Runs a script on a page. If the page refreshes at the same time, the script runs again on the new document. */
async function evaluate<Result>(page: Page, script: string): Promise<Result> {
  try {
    return await page.evaluate<Result>(script);
  } catch (error) {
    if (!String(error).includes('context was destroyed')) throw error;
    await page.waitForLoadState();
    return page.evaluate<Result>(script);
  }
}

/** Old name of `pageProblems`, which the specs of the demo still use. */
export { pageProblems as objections };
