import type { Operation, ServiceHost } from './operation.js';
import { RouteTable } from './path-pattern.js';

interface Route {
  readonly method: string;
  readonly operations: readonly Operation[];
}

/** Result of routing: the operations that share the URL, a wrong method, or no match. */
export type RouteMatch =
  | {
      readonly found: 'route';
      readonly operations: readonly Operation[];
      readonly path: Readonly<Record<string, string>>;
    }
  | { readonly found: 'method-not-allowed'; readonly allow: readonly string[] }
  | { readonly found: 'nothing' };

/** Finds the contract operations for a method, host and path. */
export class Router {
  private readonly routes = {
    accounts: new RouteTable<Route>(),
    api: new RouteTable<Route>(),
    web: new RouteTable<Route>(),
  } satisfies Record<ServiceHost, unknown>;

  constructor(operations: readonly Operation[]) {
    const byUrl = new Map<string, Operation[]>();
    for (const operation of operations) {
      const url = `${operation.host} ${operation.method} ${operation.path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')}`;
      byUrl.set(url, [...(byUrl.get(url) ?? []), operation]);
    }
    for (const shared of byUrl.values()) {
      const [first] = shared;
      if (!first) continue;
      const { host, method, path } = first;
      this.routes[host].add(path, { method, operations: shared }, host === 'web');
    }
  }

  match(host: ServiceHost, method: string, path: string): RouteMatch {
    const allow: string[] = [];
    for (const { route, matches } of this.routes[host].candidates(path)) {
      const parameters = matches(path);
      if (!parameters) continue;
      if (route.method === method) return { found: 'route', operations: route.operations, path: parameters };
      allow.push(route.method);
    }
    return allow.length > 0 ? { found: 'method-not-allowed', allow } : { found: 'nothing' };
  }
}
