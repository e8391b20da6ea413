import { afterAll, afterEach, describe } from '@jest/globals';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { noteSkipped } from '../skipped.mjs';
import { CHROMIUM, NO_CHROMIUM } from './find-chromium.mjs';
import { WIDE } from './page-checks.js';

let browser: Promise<Browser> | undefined;
let contexts: BrowserContext[] = [];

/**
 * Groups tests that use a browser. Contexts from `openContext` close after each test, and the browser closes after the last
 * test. Without Chromium, the tests are skipped and the title says why.
 */
export function describeInBrowser(title: string, tests: () => void): void {
  if (CHROMIUM === undefined) {
    noteSkipped(`Browser tests were skipped: ${NO_CHROMIUM}.`);
    describe.skip(`${title} in a real browser: ${NO_CHROMIUM}`, tests);
    return;
  }
  describe(`${title} in a real browser`, () => {
    afterEach(async () => {
      await Promise.all(contexts.map((context) => context.close()));
      contexts = [];
    });
    afterAll(async () => {
      await (await browser)?.close();
      browser = undefined;
    });
    tests();
  });
}

/** Opens a browser context with a wide screen and British English, and starts the browser if necessary. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= launchChromium();
  const context = await (await browser).newContext({ ...WIDE, locale: 'en-GB', ...options });
  // Only a busy machine needs this long.
  context.setDefaultTimeout(60_000);
  contexts.push(context);
  return context;
}

/** Opens a page in a new context. */
export async function openPage(url: string, options?: BrowserContextOptions): Promise<Page> {
  const page = await (await openContext(options)).newPage();
  await page.goto(url);
  return page;
}

/** Starts the system's Chromium without its background requests. */
function launchChromium(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  const silent = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({ executablePath: CHROMIUM, args: [...args, ...silent] });
}
