const MAX_WIDTH = 100;
const MIN_WIDTH = 40;

/** Breaks lines at blanks before column 100 or the terminal's last one, but not in parentheses. The broken lines are indented. */
export function wrapped(text: string, indent = 0): string {
  return text
    .split('\n')
    .map((line) => wrappedLine(line, ' '.repeat(indent)))
    .join('\n');
}

function wrappedLine(text: string, margin: string): string {
  const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, process.stdout.columns ?? MAX_WIDTH));
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<= )(?![^(]*\))/)) {
    const isFull = line.trim() !== '' && line.length + word.trimEnd().length > width;
    if (isFull) lines.push(line.trimEnd());
    line = (isFull ? margin : line) + word;
  }
  return [...lines, line].join('\n');
}

/** Formats a number of things: `1 file`, `2 files`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
