/** Returns the decoded parameters of a path, or undefined if the path does not match. */
type MatchPath = (path: string) => Readonly<Record<string, string>> | undefined;

/**
 * Routes by the first and the number of their segments, so that few patterns are tried for a path. The first segment of a template
 * is no parameter.
 */
export class RouteTable<Route> {
  private readonly groups = new Map<string, { readonly route: Route; readonly matches: MatchPath }[]>();

  /** @param anyCase - Whether the case of the letters does not matter, as on the web host. */
  add(template: string, route: Route, anyCase = false): void {
    const added = { route, matches: pathPattern(template, anyCase) };
    const group = this.groups.get(groupOf(template));
    if (group) group.push(added);
    else this.groups.set(groupOf(template), [added]);
  }

  /** Returns the routes to try for a path, in the order in which they were added. */
  candidates(path: string): readonly { readonly route: Route; readonly matches: MatchPath }[] {
    return this.groups.get(groupOf(path)) ?? [];
  }
}

function groupOf(path: string): string {
  const segments = path.split('/');
  const length = segments.at(-1) === '' ? segments.length - 1 : segments.length;
  return `${length} ${segments[1]?.toLowerCase()}`;
}

/**
 * Compiles a path template. A trailing slash is optional. Parameters cannot contain `/` or `:`.
 */
function pathPattern(template: string, anyCase: boolean): MatchPath {
  const source = template
    .replace(/\/$/, '')
    .split(/(\{\w+\})/)
    .map((part) =>
      part.startsWith('{') ? `(?<${part.slice(1, -1)}>[^/:]+)` : part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'),
    )
    .join('');
  const pattern = new RegExp(`^${source}/?$`, anyCase ? 'i' : '');
  return (path) => {
    const match = pattern.exec(path);
    return match ? decoded(match.groups ?? {}) : undefined;
  };
}

function decoded(groups: Record<string, string>): Readonly<Record<string, string>> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return undefined;
  }
}
