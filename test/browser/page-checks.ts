import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SHOTS = process.env['SHOTS'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const WIDE = { viewport: { width: 1280, height: 900 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

/** Saves a screenshot if the variable SHOTS names a folder. */
export async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

/**
 * Checks the accessibility of the open page, its width on a wide screen and on a phone, and saves a screenshot of each.
 *
 * @returns Description of each problem.
 */
export async function pageProblems(page: Page, name: string): Promise<readonly string[]> {
  // The texts are there before the style sheet is loaded.
  await page.waitForLoadState();
  const before = page.viewportSize();
  const problems: string[] = [];
  for (const [screen, { viewport }] of Object.entries({ wide: WIDE, phone: PHONE })) {
    await page.setViewportSize(viewport);
    await shot(page, `${name}-${screen}`);
    // On a phone, innerWidth grows with content that is too wide.
    const isTooWide = await evaluate<boolean>(
      page,
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    );
    if (isTooWide) problems.push(`${name} is wider than the screen (${screen})`);
    // On a phone, the document and its colors are the same.
    if (screen === 'wide') problems.push(...(await violations(page, name)));
  }
  if (before !== null) await page.setViewportSize(before);
  return problems;
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
