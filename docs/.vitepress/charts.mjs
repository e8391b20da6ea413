// Draws two kinds of tables as bars: how the claims about the service are known, and the performance with its targets. The table stays
// below its bars, folded, for the other columns and for a copy of the numbers.

/** Marks of a claim, from the best known to the least. The words for the legend say what the mark means. */
const MARKS = { Observed: '', Documented: '', 'Public-sdk': ' (from code)', Inferred: ' (a guess)' };
/** Smallest part of a bar that has room for its number. */
const READABLE = 0.1;
/** Part of the bar at which the line of the target stands. A longer bar ends at the edge. */
const TARGET_AT = 2 / 3;

const numberIn = (text) => Number(/[\d.]+/.exec(text.replaceAll(',', '')));
const keys = (entries) =>
  `<p class="keys">${entries.map(([mark, text]) => `<span><i class="${mark}"></i>${text}</span>`).join(' ')}</p>`;
const percent = (part) => `${(100 * part).toFixed(1)}%`;

/** Draws a row for each area, or for each kind of claim: a bar with a part for each mark. */
function claims({ head, rows }) {
  const marks = Object.keys(MARKS);
  const legend = keys(marks.map((mark) => [mark.toLowerCase(), mark + MARKS[mark]]));
  const lines = rows.map(({ name, cells }) => {
    const all = numberIn(cells[head.indexOf('All')]);
    const counts = marks.map((mark) => [mark.toLowerCase(), numberIn(cells[head.indexOf(mark)])]);
    const parts = counts
      .filter(([, count]) => count > 0)
      .map(
        ([mark, count]) =>
          `<i class="${mark}" style="flex-grow:${count}">${count / all < READABLE ? '' : count.toLocaleString('en-US')}</i>`,
      );
    const label = counts.map(([mark, count]) => `${count} ${mark}`).join(', ');
    return `<li><span>${name}</span><span class="bar" role="img" aria-label="${label}">${parts.join('')}</span><span>${all.toLocaleString('en-US')}</span></li>`;
  });
  return `${legend}<ul class="chart claims">${lines.join('')}</ul>`;
}

/** Draws a group of bars for each row: one for each version of Node, with a line at the target. */
function performance({ head, rows }) {
  const versions = head.filter((title) => title.startsWith('Node'));
  const lines = rows.map(({ name, cells }) => {
    const target = cells[head.indexOf('target')];
    const isHigherBetter = target.startsWith('≥');
    const bars = versions.map((version) => {
      const [text] = cells[head.indexOf(version)].split(' (');
      const share = numberIn(text) / numberIn(target);
      const isMissed = isHigherBetter ? share < 1 : share > 1;
      return (
        `<span>${version}</span><span class="bar"><i class="${isMissed ? 'missed' : 'reached'}" style="width:${percent(Math.min(share * TARGET_AT, 1))}"></i></span>` +
        `<span>${text}${isMissed ? ' ✗' : ''}</span>`
      );
    });
    const result = cells[head.indexOf('result')].replace(/\*\*(.+)\*\*/, '<strong>$1</strong>');
    return `<li><p><span>${name}</span> <span>target ${target}${isHigherBetter ? ' (higher is better)' : ''}: ${result}</span></p>${bars.join('')}</li>`;
  });
  const legend = keys([
    ['target', 'Target'],
    ['reached', 'Reached'],
    ['missed', 'Missed ✗'],
  ]);
  return `${legend}<ul class="chart performance">${lines.join('')}</ul>`;
}

const chartOf = (head) =>
  head.includes('Inferred') ? claims : head.includes('Node 20') ? performance : null;

/** Puts the bars before the tables of a page that can be drawn, and folds these tables. */
export function drawCharts({ tokens, md, env, Token }) {
  const html = (content) => Object.assign(new Token('html_block', '', 0), { content, block: true });
  const starts = tokens.flatMap(({ type }, index) => (type === 'table_open' ? [index] : []));
  for (const start of starts.toReversed()) {
    const end = tokens.findIndex(({ type }, index) => index > start && type === 'table_close');
    const table = { head: [], rows: [] };
    for (let index = start; index < end; index++) {
      const { content, children } = tokens[index + 1];
      if (tokens[index].type === 'tr_open' && tokens[index - 1].type !== 'thead_open')
        table.rows.push({ cells: [] });
      if (tokens[index].type === 'th_open') table.head.push(content);
      if (tokens[index].type !== 'td_open') continue;
      const row = table.rows.at(-1);
      row.name ??= md.renderer.render(children, md.options, env);
      row.cells.push(content);
    }
    const chart = chartOf(table.head);
    if (chart === null) continue;
    tokens.splice(end + 1, 0, html('</details>\n'));
    tokens.splice(start, 0, html(`${chart(table)}\n<details><summary>The numbers as a table</summary>\n`));
  }
}
