// Markdown of the site: hides the comments for the tests, draws diagrams, and links other files to the repository.
import { posix } from 'node:path';
import { sequenceDiagram } from './sequence-diagram.mjs';

/** Removes the hidden comments, such as the code that a test compiles together with the page's examples. */
export const withoutComments = (text) => text.replace(/<!--.*?-->\n*/gs, '');

/** @param repository - Address of the repository, or undefined. Without it, these links become plain text. */
export function extendMarkdown(md, repository) {
  md.core.ruler.before('normalize', 'without-comments', (state) => {
    state.src = withoutComments(state.src);
  });

  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...more) =>
    (tokens[index].info.trim() === 'mermaid' ? sequenceDiagram(tokens[index].content) : null) ??
    fence(tokens, index, ...more);

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
