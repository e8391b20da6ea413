import type { Page } from './http/page.js';
import type { Services } from './services.js';

/** The pages for people: hosted checkout and console. */
export function simulatorPages(_services: Services): readonly Page[] {
  return [];
}
