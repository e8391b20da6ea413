const WIDTH = 100;

/** Breaks lines at blanks before column 100, but not in parentheses. The broken lines are indented. */
export function wrapped(text: string, indent = 0): string {
  return text
    .split('\n')
    .map((line) => wrappedLine(line, ' '.repeat(indent)))
    .join('\n');
}

function wrappedLine(text: string, margin: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<= )(?![^(]*\))/)) {
    const isFull = line.trim() !== '' && line.length + word.trimEnd().length > WIDTH;
    if (isFull) lines.push(line.trimEnd());
    line = (isFull ? margin : line) + word;
  }
  return [...lines, line].join('\n');
}

/** Formats a number of things: `1 file`, `2 files`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
