import type { Operation, ServiceHost } from './operation.js';
import { pathPattern, type MatchPath } from './path-pattern.js';

interface Route {
  readonly method: string;
  readonly matches: MatchPath;
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
  private readonly routes = new Map<ServiceHost, Route[]>();

  constructor(operations: readonly Operation[]) {
    const byUrl = new Map<string, Operation[]>();
    for (const operation of operations) {
      const url = `${operation.host} ${operation.method} ${operation.path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')}`;
      byUrl.set(url, [...(byUrl.get(url) ?? []), operation]);
    }
    for (const shared of byUrl.values()) {
      const [first] = shared;
      if (!first) continue;
      const route = {
        method: first.method,
        matches: pathPattern(first.path, first.host === 'web'),
        operations: shared,
      };
      this.routes.set(first.host, [...(this.routes.get(first.host) ?? []), route]);
    }
  }

  match(host: ServiceHost, method: string, path: string): RouteMatch {
    const allow: string[] = [];
    for (const route of this.routes.get(host) ?? []) {
      const parameters = route.matches(path);
      if (!parameters) continue;
      if (route.method === method) return { found: 'route', operations: route.operations, path: parameters };
      allow.push(route.method);
    }
    return allow.length > 0 ? { found: 'method-not-allowed', allow } : { found: 'nothing' };
  }
}
