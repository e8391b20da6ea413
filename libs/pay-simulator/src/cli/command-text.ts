import { styleText } from 'node:util';

const MAX_WIDTH = 80;
const MIN_WIDTH = 40;
/** A longer label in help has its description on the next line. */
const MAX_LABEL = 26;
/** A label and its description in help: at least two blanks are between them. */
const ROW = /^(?<label> +\S+(?: \S+)*) {2,}(?<description>.*)$/;

/** Breaks lines at blanks before column 80 or the terminal's last one, and keeps parentheses together if they fit on a line. The broken lines are indented. */
export function wrapped(text: string, indent = 0): string {
  return text
    .split('\n')
    .map((line) => wrappedLine(line, ' '.repeat(indent)))
    .join('\n');
}

function wrappedLine(text: string, margin: string): string {
  const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, process.stdout.columns ?? MAX_WIDTH));
  const words = text
    .split(/(?<= )(?![^(]*\))/)
    .flatMap((word) => (margin.length + word.trimEnd().length > width ? word.split(/(?<= )/) : [word]));
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const isFull = line.trim() !== '' && line.length + word.trimEnd().length > width;
    if (isFull) lines.push(line.trimEnd());
    line = (isFull ? margin : line) + word;
  }
  return [...lines, line].join('\n');
}

/** Formats help: aligns the descriptions of all rows, wraps the lines, and shows titles in bold on a terminal. */
export function helpText(text: string, isColored = false): string {
  const lines = text.split('\n').map((line) => ({ line, groups: ROW.exec(line)?.groups }));
  const lengths = lines.map(({ groups: { label = '' } = {} }) => label.length);
  const column = Math.max(...lengths.filter((length) => length <= MAX_LABEL)) + 2;
  const margin = ' '.repeat(column);
  return lines
    .map(({ line, groups: { label, description = '' } = {} }) => {
      // Newer versions of Node.js would also ask stdout whether it has colors.
      if (/^\S.*:$/.test(line)) return isColored ? styleText('bold', line, { validateStream: false }) : line;
      if (label === undefined) return wrapped(line, /^ */.exec(line)?.[0].length);
      const start = label.length <= MAX_LABEL ? label.padEnd(column) : `${label}\n${margin}`;
      return start + wrapped(margin + description, column).slice(column);
    })
    .join('\n');
}

/** Formats a number of things: `1 file`, `2 files`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
