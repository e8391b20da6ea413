/** What a router needs to know of a route. */
export interface RouteAddress {
  readonly method: string;
  /** Path template, such as `/orders/{code}`. With `/*` at its end, it is for all addresses below that no other route has. */
  readonly path: string;
  /** Whether a request with another method gets a response that names this method. @default false */
  readonly refusesOtherMethods?: boolean;
}

/** The route of a request. */
export interface FoundRoute<Route> {
  readonly route: Route;
  /** Decoded parameters of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Methods that the address accepts, if it does not accept the method of the request. */
  readonly allow: readonly string[];
}

/** A route at the end of a path, with the names of its parameters. */
interface Leaf<Route> {
  readonly route: Route;
  readonly names: readonly string[];
}

/** A place in the tree of paths. */
class Place<Route> {
  readonly literals = new Map<string, Place<Route>>();
  /** Places after a parameter, by the text that follows it in its segment, such as `:send`. */
  readonly parameters = new Map<string, Place<Route>>();
  readonly leaves = new Map<string, Leaf<Route>>();
  rest?: Route;

  /** @param anyCase - Whether the case of the letters below does not matter. */
  constructor(readonly anyCase: boolean) {}

  keyOf(segment: string): string {
    return this.anyCase ? segment.toLowerCase() : segment;
  }
}

/**
 * Finds the route of a method and path in a tree of segments. A trailing slash is optional. Parameters contain no `/` or `:`. Of two
 * routes with one address, the first one wins.
 */
export class Router<Route extends RouteAddress> {
  private readonly root = new Place<Route>(false);
  /** Routes without parameters, by path and method, because most requests are for one of them. */
  private readonly exact = new Map<string, ReadonlyMap<string, Leaf<Route>>>();

  /** @param anyCase - First segment below which the case of the letters does not matter. */
  constructor(
    routes: readonly Route[],
    private readonly anyCase = 'web',
  ) {
    for (const route of routes) this.add(route);
  }

  find(method: string, path: string): FoundRoute<Route> | undefined {
    const exact = this.exact.get(path)?.get(method);
    return exact ? { route: exact.route, parameters: {}, allow: [] } : this.search(method, path);
  }

  private search(method: string, path: string): FoundRoute<Route> | undefined {
    const segments = segmentsOf(path);
    const values: string[] = [];
    const allow: string[] = [];
    let rest: Route | undefined;
    /** Follows the path from a place. A text has precedence over a parameter. */
    const walk = (place: Place<Route>, at: number): Leaf<Route> | undefined => {
      rest = place.rest ?? rest;
      const segment = segments[at];
      if (segment === undefined) {
        const leaf = place.leaves.get(method);
        if (!leaf)
          for (const [name, { route }] of place.leaves)
            if (route.refusesOtherMethods === true) allow.push(name);
        return leaf;
      }
      const key = place.keyOf(segment);
      const literal = place.literals.get(key);
      const found = literal && walk(literal, at + 1);
      if (found || place.parameters.size === 0) return found;
      const colon = segment.indexOf(':');
      const end = colon < 0 ? segment.length : colon;
      const next = end === 0 ? undefined : place.parameters.get(key.slice(end));
      if (!next) return undefined;
      values.push(segment.slice(0, end));
      const leaf = walk(next, at + 1);
      if (!leaf) values.pop();
      return leaf;
    };
    const leaf = path.startsWith('/') ? walk(this.root, 0) : undefined;
    const parameters = leaf && decoded(leaf.names, values);
    if (parameters) return { route: leaf.route, parameters, allow: [] };
    return rest && { route: rest, parameters: {}, allow };
  }

  private add(route: Route): void {
    const names: string[] = [];
    let place = this.root;
    for (const segment of segmentsOf(route.path)) {
      if (segment === '*') {
        place.rest ??= route;
        return;
      }
      const [, name, after = ''] = /^\{(\w+)\}(.*)$/.exec(segment) ?? [];
      if (name !== undefined) names.push(name);
      const places = name === undefined ? place.literals : place.parameters;
      const key = place.keyOf(name === undefined ? segment : after);
      const next =
        places.get(key) ?? new Place<Route>(place.anyCase || (place === this.root && key === this.anyCase));
      places.set(key, next);
      place = next;
    }
    if (!place.leaves.has(route.method)) place.leaves.set(route.method, { route, names });
    if (names.length === 0) this.exact.set(route.path, place.leaves);
  }
}

/** Returns the segments of a path, without the empty one after a trailing slash. */
function segmentsOf(path: string): readonly string[] {
  const segments = path.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  return segments;
}

/** Returns the parameters, or undefined if one is not encoded correctly. */
function decoded(
  names: readonly string[],
  values: readonly string[],
): Readonly<Record<string, string>> | undefined {
  try {
    return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]));
  } catch {
    return undefined;
  }
}
