import { describe } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { CHROMIUM, NO_CHROMIUM } from './find-chromium.mjs';

/** Tests in a real browser; skipped, with the reason in their title, where there is none. */
export function describeInBrowser(title: string, tests: () => void): void {
  if (CHROMIUM === undefined) describe.skip(`${title} in a real browser: ${NO_CHROMIUM}`, tests);
  else describe(`${title} in a real browser`, tests);
}

/** Starts the system's Chromium, quietly: it calls nobody by itself. */
export function launchChromium(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  const silent = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({ executablePath: CHROMIUM, args: [...args, ...silent] });
}
