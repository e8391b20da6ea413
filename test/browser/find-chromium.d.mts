/** Path of the installed Chromium, or undefined if there is none. */
export const CHROMIUM: string | undefined;
/** Why the browser tests are skipped, and how to fix it. */
export const NO_CHROMIUM: string;
