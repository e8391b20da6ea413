// Finds the browser for the tests. The headless shell is preferred, because it has the same engine and needs a third less CPU.
import { existsSync } from 'node:fs';

const { CHROMIUM_PATH } = process.env;
const PATHS =
  CHROMIUM_PATH === undefined ? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] : [CHROMIUM_PATH];

/** Path of the installed Chromium, or undefined if there is none. */
export const CHROMIUM = PATHS.find((path) => existsSync(path));

/** Why the browser tests are skipped, and how to fix it. */
export const NO_CHROMIUM =
  `Chromium was not found at ${PATHS.join(' or ')}: install it ` +
  '(Debian: apt-get install chromium-headless-shell, or chromium) or set CHROMIUM_PATH';
