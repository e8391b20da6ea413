import type { SimulatorClock } from '../domain/clock.js';
import type { Outcome } from './fault-effects.js';
import type { Faults } from './faults.js';
import type { ReceivedRequest } from './received-request.js';
import type { RequestLog } from './request-log.js';
import type { FoundRoute, RouteAddress } from './router.js';

/** Services that every endpoint needs. */
export interface EndpointServices {
  readonly clock: SimulatorClock;
  readonly faults: Faults;
  readonly log: RequestLog;
}

/** A request with its route. */
export interface RoutedRequest extends Pick<FoundRoute<unknown>, 'parameters' | 'allow'> {
  readonly request: ReceivedRequest;
  readonly method: string;
  /** Path that the client asked for. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A route of the simulator: an operation of the service, a page, or an operation of the control API. */
export interface Route<Services> extends RouteAddress {
  /** `public`: needs no token. `page` and `control` need the control token. `open`: public, and other sites can post to it. */
  readonly access: 'public' | 'page' | 'control' | 'open';
  readonly respond: (services: Services, request: RoutedRequest) => Outcome | Promise<Outcome>;
}
