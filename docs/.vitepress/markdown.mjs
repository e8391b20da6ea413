// Markdown of the site: hides the comments for the tests, draws diagrams, and links other files to the repository.
import { posix } from 'node:path';
import { drawCharts } from './charts.mjs';
import { withBreaks } from './code-breaks.mjs';
import { sequenceDiagram } from './sequence-diagram.mjs';

/** Removes the hidden comments, such as the code that a test compiles together with the page's examples. */
export const withoutComments = (text) => text.replace(/<!--.*?-->\n*/gs, '');

/** @param repository - Address of the repository. */
export function extendMarkdown(md, repository) {
  md.core.ruler.before('normalize', 'without-comments', (state) => {
    state.src = withoutComments(state.src);
  });

  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...more) =>
    (tokens[index].info.trim() === 'mermaid' ? sequenceDiagram(tokens[index].content) : null) ??
    fence(tokens, index, ...more);

  const code = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, index, ...more) => {
    const { content, meta } = tokens[index];
    const whole = meta?.isInCell ? WHOLE_IN_CELLS : WHOLE_IN_TEXT;
    if (content.length <= whole) tokens[index].attrJoin('class', 'whole');
    return code(tokens, index, ...more).replace(
      /(<code[^>]*>)([^]*)(<\/code>)/,
      (_, open, text, close) => open + withBreaks(text, whole) + close,
    );
  };

  md.core.ruler.push('table-labels', ({ tokens }) => labelCells(tokens));
  md.core.ruler.push('charts', drawCharts);
  // A table that is wider than the page scrolls in its box, so it never covers the outline.
  md.renderer.rules.table_open = () => '<div class="table"><table tabindex="0">\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  md.core.ruler.push('titles', ({ tokens }) => markTitles(tokens));
  const { text } = md.renderer.rules;
  md.renderer.rules.text = (tokens, index, ...more) => {
    const escaped = text(tokens, index, ...more);
    if (!tokens[index].meta?.isTitle) return escaped;
    return escaped
      .split(/(?<=\w\.)(?=\w)/)
      .map((part) => withBreaks(part, WHOLE_IN_CELLS))
      .join('<wbr>');
  };

  const link = md.renderer.rules.link_open;
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const href = tokens[index].attrGet('href') ?? '';
    const target = posix.join('docs', posix.dirname(env.relativePath ?? ''), href);
    const isFile = !/^(https?:|mailto:|#|\/)/.test(href);
    if (isFile && (!target.startsWith('docs/') || !/\.(md|html)(#|$)/.test(href)))
      tokens[index].attrSet('href', `${repository}/blob/main/${target}`);
    return link(tokens, index, options, env, self);
  };
}

/** Letters of a word that stay on one line: in cells and titles, and in text on a phone. */
const WHOLE_IN_CELLS = 18;
const WHOLE_IN_TEXT = 25;

/** Marks the words of titles, which can be long names such as `transactions.cancelRebateOrFastRefund`. */
function markTitles(tokens) {
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open' && token.tag === 'h1')
      for (const child of tokens[index + 1].children) child.meta = { isTitle: true };
  });
}

/** Gives each cell the title of its column, which a phone shows beside the cell instead of the table's head. */
function labelCells(tokens) {
  let titles = [];
  let column = 0;
  tokens.forEach(({ type }, index) => {
    if (type === 'thead_open') titles = [];
    if (type === 'tr_open') column = 0;
    if (type === 'th_open') titles.push(plainText(tokens[index + 1]));
    // A head without a title is an empty header for screen readers, so it is a cell.
    if (type === 'th_open' && titles.at(-1) === '') tokens[index].tag = tokens[index + 2].tag = 'td';
    if (type === 'td_open') {
      for (const child of tokens[index + 1].children) child.meta = { isInCell: true };
      if (titles[column]) tokens[index].attrSet('data-label', titles[column]);
      column++;
    }
  });
}

const plainText = ({ children }) => children.map(({ content }) => content).join('');
