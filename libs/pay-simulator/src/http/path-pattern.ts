/** The parameters of a path, decoded, or undefined when the path does not fit. */
export type MatchPath = (path: string) => Readonly<Record<string, string>> | undefined;

/** A matcher for a path with {placeholders}; one slash at the end does not matter, a parameter holds no `/` or `:`. */
export function pathPattern(template: string): MatchPath {
  const source = template
    .replace(/\/$/, '')
    .split(/(\{\w+\})/)
    .map((part) =>
      part.startsWith('{') ? `(?<${part.slice(1, -1)}>[^/:]+)` : part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'),
    )
    .join('');
  const pattern = new RegExp(`^${source}/?$`);
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
