import type { SimulatorClock } from '../domain/clock.js';
import { readForm } from './body.js';
import { withFault, type Outcome } from './fault-effects.js';
import type { Faults } from './faults.js';
import { htmlReply, type Page } from './page.js';
import { RouteTable } from './path-pattern.js';
import type { ReceivedRequest } from './received-request.js';
import type { RequestLog } from './request-log.js';

/** Services that every endpoint needs. */
export interface EndpointServices {
  readonly clock: SimulatorClock;
  readonly faults: Faults;
  readonly log: RequestLog;
}

/** A page with the parameters of its path. */
interface PageMatch {
  readonly page: Page;
  readonly path: Readonly<Record<string, string>>;
}

/** Finds and serves HTML pages. */
export class PageEndpoint {
  private readonly pages = new RouteTable<Page>();

  constructor(
    private readonly services: EndpointServices,
    pages: readonly Page[],
  ) {
    for (const page of pages) this.pages.add(page.path, page, page.path.startsWith('/web/'));
  }

  find(method: string, path: string): PageMatch | undefined {
    for (const { route: page, matches } of this.pages.candidates(path)) {
      const parameters = page.method === method ? matches(path) : undefined;
      if (parameters) return { page, path: parameters };
    }
    return undefined;
  }

  async respond(
    { page, path }: PageMatch,
    request: ReceivedRequest,
    query: URLSearchParams,
  ): Promise<Outcome> {
    const { clock, faults, log } = this.services;
    const fault = page.operation === undefined ? undefined : faults.consume([page.operation]);
    const at = clock.now();
    const outcome = await withFault(fault, at, async () => {
      const form = await readForm(request);
      if (form === undefined) return htmlReply(413, 'The form is too large');
      return page.respond({ path, query, form, headers: request.headers });
    });
    const status = typeof outcome === 'string' ? null : outcome.status;
    // A form may hold a card number, so no text is kept.
    log.add(request, {
      at,
      operation: page.operation ?? null,
      method: page.method,
      path: page.path,
      status,
      fault: fault?.kind ?? null,
    });
    return outcome;
  }
}
