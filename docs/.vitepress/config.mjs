import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { anchor } from '../../scripts/operation-docs/markdown.mjs';
import { withBreaks } from './code-breaks.mjs';
import { writeLlmsFiles } from './llms.mjs';
import { extendMarkdown } from './markdown.mjs';
import { DOCS, OPERATIONS, SIMULATOR_PAGES, kinds } from './pages.mjs';
import { processTerm, searchOptions, tokenize, withSearchWords } from './search.mjs';

const manifest = JSON.parse(readFileSync(join(DOCS, '../libs/pay/package.json'), 'utf8'));
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');
/** Path of the site on its host, for example `/nestjs-pay/`. */
const base = process.env.DOCS_BASE ?? '/';
/** Address of the host, for the sitemap and for previews in social networks. */
const hostname = process.env.DOCS_URL ?? `https://${new URL(repository).pathname.split('/')[1]}.github.io`;
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
    .filter((kind) => kind.folder === folder)
    .flatMap((kind) => kind.groups.map((group) => ({ text: group.title, items: items(group.pages) })));

/** Returns the name of an operation without its area and client, which are in the title of the group. The theme takes HTML. */
const nameInArea = (name) => withBreaks(name.replace(/^\w+\.| \(.+\)$/g, ''), 24);

/** Returns the sidebar entries of the operations: the index, the areas in it, and the operations in these. */
function operations() {
  const [index, ...areas] = groups
    .find(({ folder }) => folder === OPERATIONS)
    .groups.map(({ pages: [first, ...pages] }) => ({
      // With a link, the title and its arrow are two controls.
      ...items([first])[0],
      collapsed: true,
      items: items(pages.map(({ path, title: name }) => ({ path, title: nameInArea(name) }))),
    }));
  return { ...index, text: 'Operations', items: areas };
}
const firstOf = (folder) => groups.find((kind) => kind.folder === folder)?.groups[0]?.pages[0]?.path;
/** The tutorial is one page, and the guides continue it. */
const guides = [...sidebarOf('tutorial'), ...sidebarOf('how-to')];
/** The section of the simulator has pages of several folders. The theme takes the first path that fits. */
const simulatorSidebar = Object.fromEntries(
  SIMULATOR_PAGES.map((page) => [`/${page}`, sidebarOf('simulator')]),
);
const simulatorPages = SIMULATOR_PAGES.join('|');
const nav = ['tutorial', 'how-to', 'simulator', 'reference', 'explanation']
  .filter((folder) => firstOf(folder) !== undefined)
  .map((folder) => ({
    text: groups.find((kind) => kind.folder === folder).title,
    link: linkOf(firstOf(folder)),
    activeMatch:
      folder === 'simulator' ? `^/(${simulatorPages})(\\.html)?$` : `^/(?!(${simulatorPages})\\b)${folder}/`,
  }));

export default defineConfig({
  base,
  title,
  description,
  lang: 'en-US',
  cleanUrls: false,
  // Otherwise each page contains the list of all pages and the sidebars, which are larger than most pages.
  metaChunk: true,
  lastUpdated: true,
  sitemap: { hostname: hostname + base },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }],
    ['meta', { name: 'theme-color', content: '#2f5d50' }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['meta', { property: 'og:description', content: description }],
    ['meta', { property: 'og:image', content: `${hostname}${base}social-preview.png` }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ],
  transformHead: ({ pageData }) => [['meta', { property: 'og:title', content: pageData.title }]],
  ignoreDeadLinks: 'localhostLinks', // addresses of the reader's own application
  srcExclude: ['examples/**', '**/node_modules/**'],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    linkify: false, // addresses in tables, such as default values, are no links
    anchor: { slugify: anchor },
    config: (md) => {
      extendMarkdown(md, repository);
    },
  },
  themeConfig: {
    logo: '/logo.svg',
    nav: [...nav, { text: `for version ${manifest.version}`, link: '/changelog' }],
    lastUpdated: { text: 'Last updated', formatOptions: { dateStyle: 'medium' } },
    sidebar: {
      ...simulatorSidebar,
      '/tutorial/': guides,
      '/how-to/': guides,
      '/reference/': [...sidebarOf('reference'), operations(), ...api()],
      '/explanation/': sidebarOf('explanation'),
    },
    outline: { level: [2, 3] },
    notFound: {
      title: 'No page at this address',
      quote: 'The page may have moved. Search for it, or start again from the home page.',
      linkText: 'Home page',
      linkLabel: 'Home page',
    },
    search: {
      provider: 'local',
      // The API pages repeat the docstrings of the operations, so they would hide the pages that explain them.
      options: {
        _render: (text, env, md) =>
          env.relativePath.startsWith('reference/api/')
            ? ''
            : withSearchWords(md.render(text, env), env.relativePath),
        miniSearch: { options: { tokenize, processTerm }, searchOptions },
      },
    },
    editLink: {
      // A function would run in the browser, without this file's variables.
      pattern: `${repository}/edit/main/docs/:path`,
      text: 'Edit this page',
    },
    socialLinks: [{ icon: 'github', link: repository }],
    footer: {
      message: 'Unofficial: the service does not make, endorse or support these packages. MIT license.',
    },
  },
  transformPageData(page) {
    // Generated pages are changed in the code that they describe.
    if (/^(reference\/(api|operations)\/|changelog)/.test(page.relativePath))
      page.frontmatter.editLink = false;
  },
  // The theme's home page has no landmark for its content.
  transformHtml: (html) => html.replace('<div class="VPHome"', '<div class="VPHome" role="main"'),
  buildEnd({ outDir }) {
    writeLlmsFiles(outDir, { title, description, base });
  },
});
