import { consolePages } from '../console/console.pages.js';
import { controlPage } from '../control/control.js';
import { controlRoutes } from '../control/control-endpoint.js';
import type { WorldDesk } from '../control/control-route.js';
import { pageRoute } from '../http/page-route.js';
import type { Route } from '../http/route.js';
import type { Services } from '../services/services.js';
import { terminalPages } from '../terminal/terminal.pages.js';

/** Returns the routes of the control API, and those of the pages that call its operations. */
export function controlledRoutes(worlds: WorldDesk): readonly Route<Services>[] {
  const pages = [...consolePages(), ...terminalPages()].map(controlPage(worlds));
  return [...pages.map(pageRoute), ...controlRoutes(worlds)];
}
