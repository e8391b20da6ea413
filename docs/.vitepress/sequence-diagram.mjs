// Draws a sequence diagram of Mermaid as SVG, without a browser. Colors come from the theme, so it also fits the dark mode. Its steps are
// also a list, which a phone shows instead, and which a screen reader reads.
const COLUMN = 190;
const ROW = 46;
const HEAD = 44;

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Reads `participant A as Name`, `A->>B: text` (and `-->>`) and `Note over A,B: text`. Returns null for other diagrams. */
function parse(source) {
  const [first, ...lines] = source
    .trim()
    .split('\n')
    .map((line) => line.trim());
  if (first !== 'sequenceDiagram') return null;
  const participants = new Map();
  const steps = [];
  for (const line of lines) {
    const participant = /^(?:participant|actor) (\w+)(?: as (.+))?$/.exec(line);
    const message = /^(\w+)(--?>>)(\w+): (.+)$/.exec(line);
    const note = /^Note over (\w+)(?:, ?(\w+))?: (.+)$/i.exec(line);
    if (participant) participants.set(participant[1], participant[2] ?? participant[1]);
    else if (message)
      steps.push({ from: message[1], isResponse: message[2] === '-->>', to: message[3], text: message[4] });
    else if (note) steps.push({ from: note[1], to: note[2] ?? note[1], text: note[3], isNote: true });
    else if (line !== '' && line !== 'autonumber') return null;
  }
  return { participants: [...participants], steps };
}

const text = (x, y, content, more = '') =>
  `<text x="${x}" y="${y}" text-anchor="middle" fill="var(--vp-c-text-1)" ${more}>${escaped(content)}</text>`;

/** Returns a step as an entry of the list. */
function entryOf(step, names) {
  const [from, to] = [names.get(step.from), names.get(step.to)].map((name) => `<b>${escaped(name)}</b>`);
  const who =
    from === to ? from : step.isNote ? `${from}, ${to}` : `${from} <span class="arrow">→</span> ${to}`;
  return `<li${step.isResponse ? ' class="response"' : ''}>${who}<br>${escaped(step.text)}</li>`;
}

/** Returns the SVG with its list, or null if the source is another kind of diagram. */
export function sequenceDiagram(source) {
  const diagram = parse(source);
  if (diagram === null) return null;
  const { participants, steps } = diagram;
  const width = participants.length * COLUMN;
  const height = HEAD + ROW * (steps.length + 1);
  const xOf = new Map(participants.map(([id], index) => [id, index * COLUMN + COLUMN / 2]));
  const heads = participants.map(
    ([id, name]) =>
      `<line x1="${xOf.get(id)}" y1="${HEAD}" x2="${xOf.get(id)}" y2="${height}" stroke="var(--vp-c-divider)"/>` +
      `<rect x="${xOf.get(id) - 80}" y="8" width="160" height="32" rx="6" fill="var(--vp-c-bg-soft)" stroke="var(--vp-c-divider)"/>` +
      text(xOf.get(id), 29, name, 'font-weight="600"'),
  );
  const rows = steps.map((step, index) => {
    const y = HEAD + ROW * (index + 1);
    const [from, to] = [xOf.get(step.from), xOf.get(step.to)];
    const middle = (from + to) / 2;
    if (step.isNote) {
      const [left, right] = [Math.min(from, to) - 80, Math.max(from, to) + 80];
      return (
        `<rect x="${left}" y="${y - 20}" width="${right - left}" height="28" rx="4" fill="var(--vp-c-brand-soft)"/>` +
        text(middle, y - 1, step.text)
      );
    }
    const dash = step.isResponse ? ' stroke-dasharray="5 4"' : '';
    if (from === to)
      return (
        `<path d="M${from} ${y - 8} h28 v14 h-22" fill="none" stroke="var(--vp-c-text-2)" marker-end="url(#arrow)"${dash}/>` +
        `<text x="${from + 36}" y="${y + 4}" fill="var(--vp-c-text-1)">${escaped(step.text)}</text>`
      );
    const end = to > from ? to - 2 : to + 2;
    return (
      `<line x1="${from}" y1="${y}" x2="${end}" y2="${y}" stroke="var(--vp-c-text-2)" marker-end="url(#arrow)"${dash}/>` +
      text(middle, y - 7, step.text, 'stroke="var(--vp-c-bg)" stroke-width="4" paint-order="stroke"')
    );
  });
  const names = new Map(participants);
  return [
    `<div class="sequence-diagram"><svg viewBox="0 0 ${width} ${height}" aria-hidden="true" font-size="13">`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">',
    '<path d="M0 0 L8 4 L0 8 z" fill="var(--vp-c-text-2)"/></marker></defs>',
    ...heads,
    ...rows,
    '</svg><ol>',
    ...steps.map((step) => entryOf(step, names)),
    '</ol></div>\n',
  ].join('');
}
