/** Path of the first that is there, undefined where none is. */
export const CHROMIUM: string | undefined;
/** Why the tests are skipped without one, and what to do. */
export const NO_CHROMIUM: string;
