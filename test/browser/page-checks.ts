import { expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const WIDE = { viewport: { width: 1280, height: 900 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

/** Without JavaScript, every page must work too. */
export const SCRIPTLESS = { javaScriptEnabled: false };

const SCREENS = Object.entries({ wide: WIDE, phone: PHONE });
const SCHEMES = ['light', 'dark'] as const;

/** Saves screenshots of the page, wide and on a phone, light and dark, if the variable PAY_SCREENSHOTS names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env['PAY_SCREENSHOTS'] !== undefined)
    await onEveryScreen(page, name, () => Promise.resolve([]));
}

/**
 * Checks the accessibility of the open page, its contrast in the dark, and its width on a wide screen and on a phone. Saves
 * screenshots as {@link shot} does.
 *
 * @returns Description of each problem.
 */
export function pageProblems(page: Page, name: string): Promise<readonly string[]> {
  return onEveryScreen(page, name, async (screen, scheme) => {
    // On a phone, the document and its colors are the same.
    if (screen === 'wide') return violations(page, scheme);
    // On a phone, innerWidth grows with content that is too wide.
    const isTooWide = await evaluate<boolean>(
      page,
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    );
    return isTooWide ? ['is wider than the screen'] : [];
  });
}

/** Expects a page without {@link pageProblems}, whose controls can be touched: they are at least 44 pixels high. */
export async function checkPage(page: Page, name: string): Promise<void> {
  expect(await pageProblems(page, name)).toEqual([]);
  expect({ name, small: await evaluate(page, SMALL_CONTROLS) }).toEqual({ name, small: [] });
}

const SMALL_CONTROLS = `[...document.querySelectorAll('button, .button, nav a, input, select, summary')]
  .filter((control) => control.checkVisibility() && !['hidden', 'radio'].includes(control.type))
  .filter((control) => control.getBoundingClientRect().height < 44)
  .map((control) => control.outerHTML)`;

/** Runs a check on each screen in each color scheme, and then restores the page. @returns The problems with their places. */
async function onEveryScreen(
  page: Page,
  name: string,
  check: (screen: string, scheme: (typeof SCHEMES)[number]) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  // The texts are there before the style sheet is loaded.
  await page.waitForLoadState();
  const folder = process.env['PAY_SCREENSHOTS'];
  const before = page.viewportSize();
  const problems: string[] = [];
  for (const [screen, { viewport }] of SCREENS) {
    await page.setViewportSize(viewport);
    // A phone is dark only for a screenshot, because its colors are those of the wide screen.
    for (const scheme of screen === 'wide' || folder !== undefined ? SCHEMES : SCHEMES.slice(0, 1)) {
      await page.emulateMedia({ colorScheme: scheme });
      const place = `${name}-${screen}-${scheme}`;
      if (folder !== undefined) await page.screenshot({ path: `${folder}/${place}.png`, fullPage: true });
      problems.push(...(await check(screen, scheme)).map((problem) => `${place}: ${problem}`));
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await page.setViewportSize(before);
  return problems;
}

/** In the dark, only the colors differ. */
async function violations(page: Page, scheme: (typeof SCHEMES)[number]): Promise<readonly string[]> {
  const rules = scheme === 'dark' ? ", runOnly: ['color-contrast']" : '';
  const result = await evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    page,
    `(window.axe ?? (() => { ${AXE} })(), axe.run({ resultTypes: ['violations']${rules} }))`,
  );
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Resolves when the document has its style sheet. A page that has just refreshed has its texts before. */
const LOADED = `(document.readyState === 'complete' ? Promise.resolve() : new Promise((done) => addEventListener('load', done)))`;

/** Evaluates an expression on a loaded page. If the page refreshes at the same time, it is evaluated again on the new document. */
async function evaluate<Result>(page: Page, expression: string): Promise<Result> {
  for (;;) {
    try {
      return await page.evaluate<Result>(`${LOADED}.then(() => ${expression})`);
    } catch (error) {
      // A page that refreshes every second can do so several times on a busy machine; Jest's limit ends the test.
      if (!String(error).includes('context was destroyed')) throw error;
      await page.waitForLoadState();
    }
  }
}
