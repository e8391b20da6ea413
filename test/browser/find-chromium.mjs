// Which browser the tests drive. The shell without windows comes first: the same engine, and a third less to compute.
import { existsSync } from 'node:fs';

const { CHROMIUM_PATH } = process.env;
const PLACES =
  CHROMIUM_PATH === undefined ? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] : [CHROMIUM_PATH];

/** Path of the first that is there, undefined where none is. */
export const CHROMIUM = PLACES.find((path) => existsSync(path));

/** Why the tests are skipped without one, and what to do. */
export const NO_CHROMIUM =
  `there is no Chromium at ${PLACES.join(' or ')}: install it ` +
  '(Debian: apt-get install chromium-headless-shell, or chromium) or set CHROMIUM_PATH';
