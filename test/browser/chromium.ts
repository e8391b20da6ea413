import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Whether there is a browser to test with. */
export const hasChromium = existsSync(PATH);

/** Why the tests are skipped without one, and what to do. */
export const NO_CHROMIUM = `needs Chromium, and there is none at ${PATH}: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH`;

/** Starts the system's Chromium, quietly: it calls nobody by itself. */
export function launchChromium(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  const silent = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({ executablePath: PATH, args: [...args, ...silent] });
}
