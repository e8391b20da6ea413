import { readForm } from './body.js';
import { withFault } from './fault-effects.js';
import { htmlReply, type Page } from './page.js';
import type { EndpointServices, Route } from './route.js';

/** Returns the route of an HTML page. */
export function pageRoute<Services extends EndpointServices>(page: Page<Services>): Route<Services> {
  const { method, path, operation, isPublic = false, isOpenToOtherSites = false } = page;
  return {
    method,
    path,
    access: isPublic ? (isOpenToOtherSites ? 'open' : 'public') : 'page',
    respond: async (services, { request, parameters, query }) => {
      const { clock, faults, log } = services;
      const fault = operation === undefined ? undefined : faults.consume(() => [operation]);
      const at = clock.now();
      const outcome = await withFault(fault, at, async () => {
        const form = await readForm(request);
        if (form === undefined) return htmlReply(413, 'The form is too large');
        return page.respond(services, { path: parameters, query, form, headers: request.headers });
      });
      const status = typeof outcome === 'string' ? null : outcome.status;
      // A form may hold a card number, so no text is kept.
      const facts = { at, operation: operation ?? null, method, path, status, fault: fault?.kind ?? null };
      log.add(request, facts);
      return outcome;
    },
  };
}
