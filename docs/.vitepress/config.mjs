import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchor } from '../../scripts/operation-docs/markdown.mjs';
import { writeLlmsFiles } from './llms.mjs';
import { extendMarkdown } from './markdown.mjs';
import { DOCS, kinds } from './pages.mjs';

const manifest = JSON.parse(readFileSync(join(DOCS, '../libs/pay/package.json'), 'utf8'));
const repository = manifest.repository?.url?.replace(/^git\+|\.git$/g, '');
/** Path of the site on its host, for example `/nestjs-pay/`. */
const base = process.env.DOCS_BASE ?? '/';
const title = 'nestjs-pay';
const description = 'Accept Viva.com (Viva Wallet) payments in NestJS. Unofficial.';

const linkOf = (path) => `/${path.replace(/(index)?\.md$/, '')}`;
const items = (pages) => pages.map(({ path, title: text }) => ({ text, link: linkOf(path) }));

/** Returns the sidebar entries of the API pages, which scripts/docs.mjs generates. */
function api() {
  const index = join(DOCS, 'reference/api/index.md');
  if (!existsSync(index)) return [];
  const entries = [...readFileSync(index, 'utf8').matchAll(/^- \[(.+?)\]\((.+?)index\.md\)/gm)].map(
    ([, text, path]) => ({ text, link: `/reference/api/${path}` }),
  );
  return [{ text: 'API', collapsed: true, link: '/reference/api/', items: entries }];
}

const groups = kinds();
const sidebarOf = (folder) =>
  groups
    .filter((kind) => kind.folder === folder || kind.folder.startsWith(`${folder}/`))
    .flatMap((kind) =>
      kind.groups.map((group) => ({
        text: group.title,
        items: items(group.pages),
        ...(kind.folder === folder ? {} : { collapsed: true }),
      })),
    );
const firstOf = (folder) => groups.find((kind) => kind.folder === folder)?.groups[0]?.pages[0]?.path;
const nav = ['tutorial', 'how-to', 'reference', 'explanation']
  .filter((folder) => firstOf(folder) !== undefined)
  .map((folder) => ({
    text: groups.find((kind) => kind.folder === folder).title,
    link: linkOf(firstOf(folder)),
    activeMatch: `^/${folder}/`,
  }));

export default defineConfig({
  base,
  title,
  description,
  lang: 'en-US',
  cleanUrls: false,
  lastUpdated: false,
  ignoreDeadLinks: 'localhostLinks', // addresses of the reader's own application
  srcExclude: ['examples/**', '**/node_modules/**'],
  markdown: {
    linkify: false, // addresses in tables, such as default values, are no links
    anchor: { slugify: anchor },
    config: (md) => {
      extendMarkdown(md, repository ?? '');
    },
  },
  themeConfig: {
    nav,
    sidebar: {
      '/tutorial/': sidebarOf('tutorial'),
      '/how-to/': sidebarOf('how-to'),
      '/reference/': [...sidebarOf('reference'), ...api()],
      '/explanation/': sidebarOf('explanation'),
    },
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      // The API pages repeat the docstrings of the operations, so they would hide the pages that explain them.
      options: {
        _render: (text, env, md) =>
          env.relativePath.startsWith('reference/api/') ? '' : md.render(text, env),
      },
    },
    ...(repository === undefined
      ? {}
      : {
          editLink: {
            // A function would run in the browser, without this file's variables.
            pattern: `${repository}/edit/main/docs/:path`,
            text: 'Edit this page',
          },
          socialLinks: [{ icon: 'github', link: repository }],
        }),
    footer: {
      message: 'Unofficial: the service does not make, endorse or support these packages. MIT license.',
    },
  },
  transformPageData(page) {
    // Generated pages are changed in the code that they describe.
    if (/^reference\/(api|operations)\//.test(page.relativePath)) page.frontmatter.editLink = false;
  },
  buildEnd({ outDir }) {
    writeLlmsFiles(outDir, { title, description, base });
  },
});
