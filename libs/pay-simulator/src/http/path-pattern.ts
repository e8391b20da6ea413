/** Returns the decoded parameters of a path, or undefined if the path does not match. */
export type MatchPath = (path: string) => Readonly<Record<string, string>> | undefined;

/**
 * Compiles a path template. A trailing slash is optional. Parameters cannot contain `/` or `:`.
 *
 * @param anyCase - Whether the case of the letters does not matter, as on the web host.
 */
export function pathPattern(template: string, anyCase = false): MatchPath {
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
