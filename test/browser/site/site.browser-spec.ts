import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { noteSkipped } from '../../skipped.mjs';
import { describeInBrowser, openPage } from '../chromium.js';
import { pageProblems, PHONE, WIDE } from '../page-checks.js';

const DOCS = join(import.meta.dirname, '../../../docs');
const SITE = join(DOCS, '.vitepress/dist');
const isBuilt = existsSync(join(SITE, 'index.html'));
const NOT_BUILT =
  'the site is not built: run `npm run docs -- build`, then `npm run jest -- --selectProjects screens --testPathPatterns site.browser`';
if (!isBuilt) noteSkipped(`Tests of the documentation site were skipped: ${NOT_BUILT}.`);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};
/** Path of the site on its host, with which the site was built. */
const BASE = process.env['DOCS_BASE'] ?? '/';
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname).replace(BASE, '/');
  const file = join(SITE, path.endsWith('/') ? `${path}index.html` : path);
  if (!file.startsWith(SITE) || !existsSync(file)) return response.writeHead(404).end();
  return response
    .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' })
    .end(readFileSync(file));
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** One page of each kind, and the ones with the widest tables. */
const PAGES = [
  '',
  'tutorial/take-a-payment.html',
  'how-to/refund.html',
  'how-to/durable-inbox.html',
  'how-to/simulator-start.html',
  'how-to/simulator-curl-go-csharp.html',
  'how-to/simulator-ci.html',
  'how-to/client-in-your-language.html',
  'reference/control-api.html',
  'reference/operations/',
  'reference/operations/payments/',
  'reference/operations/payments/create-order.html',
  'reference/operations/payments/get-smart-checkout.html',
  'reference/operations/transactions/cancel-rebate-or-fast-refund.html',
  'reference/options.html',
  'reference/errors.html',
  'reference/events.html',
  'reference/environment-variables.html',
  'reference/simulator.html',
  'reference/doctor.html',
  '404.html',
  'explanation/performance.html',
  'changelog.html',
];

/** Code in cells whose longest part, between places where it may break, is wider than the code's box. */
const NARROW_CODE = `document.querySelectorAll('details').forEach((one) => { one.open = true; });
[...document.querySelectorAll('.vp-doc td code')].filter((code) => {
  const measure = document.createElement('span');
  measure.style.cssText = 'position:absolute;visibility:hidden;white-space:nowrap;font:' + getComputedStyle(code).font;
  document.body.append(measure);
  const parts = code.innerHTML.split(/<wbr>|\\s+(?![^<]*>)/);
  const longest = Math.max(...parts.map((part) => { measure.innerHTML = part; return measure.offsetWidth; }));
  measure.remove();
  const cell = code.closest('td');
  return longest > cell.clientWidth + 1 || cell.scrollWidth > cell.clientWidth + 1;
}).map((code) => code.textContent)`;

async function narrowCode(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(NARROW_CODE);
}

if (isBuilt) {
  describeInBrowser('the documentation site', () => {
    it.each(PAGES)('shows /%s without problems of accessibility and width', async (path) => {
      const page = await openPage(`${url}${BASE}${path}`);
      await page.locator('.VPHome, .vp-doc, .NotFound').first().waitFor();
      expect(await pageProblems(page, `site-${path.replace(/\W+/g, '-')}`)).toEqual([]);
      expect(await narrowCode(page)).toEqual([]);
      await page.setViewportSize(PHONE.viewport);
      expect(await narrowCode(page)).toEqual([]);
    });

    it('keeps the names of operations whole on a wide screen', async () => {
      const page = await openPage(`${url}${BASE}reference/operations/`);
      await page.locator('.vp-doc').waitFor();
      const names = `[...document.querySelectorAll('.vp-doc td > a > code')]`;
      expect(await page.evaluate<number>(`${names}.length`)).toBeGreaterThan(50);
      const broken = `${names}.filter((name) => new Set([...name.getClientRects()].map(({ top }) => top)).size > 1).map((name) => name.textContent)`;
      expect(await page.evaluate<string[]>(broken)).toEqual([]);
    });

    it('shows on the first screen of home the command, the code and the picture', async () => {
      const page = await openPage(`${url}${BASE}`, { viewport: { width: 1440, height: 900 } });
      for (const part of [
        page.getByText('npx nest add nestjs-pay'),
        page.locator('.landing-code .language-ts'),
        page.locator('.landing-intro .only-light'),
        page.getByText('npm ci && npm start'),
      ]) {
        const { y, height } = (await part.boundingBox()) ?? { y: Infinity, height: 0 };
        expect(y + height).toBeLessThan(900);
      }
    });

    it('has the operations of an area in the sidebar, without the name of the area', async () => {
      const page = await openPage(`${url}${BASE}reference/operations/payments/create-order.html`, {
        viewport: { width: 1440, height: 900 },
      });
      const sidebar = page.locator('.VPSidebar');
      await sidebar.getByRole('link', { name: 'createOrder', exact: true }).waitFor();
      await sidebar.getByRole('link', { name: 'getOrder', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'payments.getOrder' }).waitFor();
    });

    it('shows the largest pages of operations on at most ten screens, and on twenty of a phone', async () => {
      const folder = join(SITE, 'reference/operations');
      const sizeOf = (file: string): number => statSync(join(folder, file)).size;
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.html'))
        .toSorted((a, b) => sizeOf(b) - sizeOf(a));
      const page = await openPage(`${url}${BASE}reference/operations/`);
      const tooLong: string[] = [];
      for (const file of files.slice(0, 5)) {
        await page.goto(`${url}${BASE}reference/operations/${file}`);
        for (const [viewport, screens] of [
          [WIDE.viewport, 10],
          [PHONE.viewport, 20],
        ] as const) {
          await page.setViewportSize(viewport);
          const height = await page.evaluate<number>('document.documentElement.scrollHeight');
          if (height > screens * viewport.height) tooLong.push(`${file}: ${height}px`);
        }
      }
      expect(tooLong).toEqual([]);
    });

    it('offers the OpenAPI document as a download', async () => {
      const page = await openPage(`${url}${BASE}how-to/client-in-your-language.html`);
      const link = page.getByRole('link', { name: 'Download openapi.json' });
      expect(await link.getAttribute('href')).toBe(`${BASE}openapi.json`);
      expect(JSON.parse(readFileSync(join(SITE, 'openapi.json'), 'utf8'))).toHaveProperty('openapi', '3.1.0');
    });

    it('copies a page as Markdown', async () => {
      const page = await openPage(`${url}${BASE}how-to/refund.html`, {
        permissions: ['clipboard-write', 'clipboard-read'],
      });
      await page.getByRole('button', { name: 'Copy page' }).click();
      await page.getByText('Copied').waitFor();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^# /m);
    });
  });

  it('gives coding agents the pages as text, and the operations in a file of their own', () => {
    const textOf = (name: string): string => readFileSync(join(SITE, name), 'utf8');
    expect(textOf('llms-full.txt')).toContain('# Refund a payment');
    expect(textOf('llms-full.txt')).not.toContain('# payments.createOrder');
    expect(textOf('llms-operations.txt')).toContain('# payments.createOrder');
    expect(textOf('llms.txt')).toContain(
      `- [payments.createOrder](${BASE}reference/operations/payments/create-order.md): Creates a payment order.`,
    );
    expect(textOf('llms.txt')).toContain(`(${BASE}AGENTS.md)`);
    expect(textOf('AGENTS.md')).toContain('1. Amounts');
    const kinds = readdirSync(SITE).filter((name) => /^llms-.*\.txt$/.test(name));
    expect(kinds.filter((name) => !textOf('llms.txt').includes(name))).toEqual([]);
  });

  it('lists each page in the sitemap, with the path of the site', () => {
    const sitemap = readFileSync(join(SITE, 'sitemap.xml'), 'utf8');
    const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, address = '']) => new URL(address),
    );
    const listed = addresses.map(({ pathname }) => pathname.replace(/\/$/, '/index.html'));
    const pages = readdirSync(SITE, { recursive: true })
      .map((name) => BASE + String(name))
      .filter((name) => name.endsWith('.html') && !name.endsWith('/404.html'));
    expect(listed.toSorted()).toEqual(pages.toSorted());
    expect(new Set(addresses.map(({ origin }) => origin)).size).toBe(1);
  });

  it('gives each page a preview in social networks', () => {
    const page = readFileSync(join(SITE, 'how-to/refund.html'), 'utf8');
    expect(page).toContain('<meta property="og:title" content="Refund a payment">');
    const [, image = ''] = /property="og:image" content="([^"]+)"/.exec(page) ?? [];
    expect(existsSync(join(SITE, new URL(image).pathname.replace(BASE, '/')))).toBe(true);
  });

  describe('the search of the documentation site', () => {
    let find: (query: string) => string | undefined;

    beforeAll(async () => {
      const chunks = join(SITE, 'assets/chunks');
      const name = readdirSync(chunks).find((one) => one.startsWith('@localSearchIndexroot')) ?? '';
      const { default: index } = (await import(pathToFileURL(join(chunks, name)).href)) as {
        default: string;
      };
      const { default: MiniSearch } = (await import(
        pathToFileURL(join(DOCS, 'node_modules/minisearch/dist/es/index.js')).href
      )) as {
        default: {
          loadJSON: (
            json: string,
            options: object,
          ) => { search: (query: string, options: object) => { id: string }[] };
        };
      };
      const { searchOptions, ...indexed } = (await import(
        pathToFileURL(join(DOCS, '.vitepress/search.mjs')).href
      )) as Record<'tokenize' | 'processTerm' | 'searchOptions', object>;
      const search = MiniSearch.loadJSON(index, {
        fields: ['title', 'titles', 'text'],
        storeFields: ['title', 'titles'],
        tokenize: indexed.tokenize,
        processTerm: indexed.processTerm,
      });
      find = (query) => search.search(query, searchOptions)[0]?.id;
    });

    it.each([
      ['PAY_DEV', '/reference/environment-variables.html'],
      ['createOrder', '/reference/operations/payments/create-order.html'],
      ['refund twice', '/how-to/idempotency-keys.html'],
      ['refund', '/how-to/refund.html'],
      ['idempotency key', '/how-to/idempotency-keys.html'],
      ['durable inbox', '/how-to/durable-inbox.html'],
      ['saved cards', '/how-to/saved-cards-and-recurring-charges.html'],
      ['pre-authorization', '/how-to/pre-authorization.html'],
      ['terminal', '/how-to/terminals.html'],
      ['waitForSession', '/reference/operations/pos/session-wait-for-session.html'],
      ['PAY_CLIENT_SECRET', '/reference/environment-variables.html'],
      ['test payments', '/how-to/testing.html'],
      ['going live', '/how-to/going-live.html'],
      ['prisma', '/how-to/use-your-orm.html'],
      ['vitest', '/how-to/vitest.html'],
      ['forged webhook', '/explanation/why-webhooks-are-confirmed.html'],
      ['bullmq', '/how-to/bullmq.html'],
      ['reconcile', '/how-to/reconcile.html'],
      ['idempotencyconflict', '/reference/errors.html'],
      ['marketplace split', '/how-to/marketplace-split.html'],
      ['gitlab', '/how-to/simulator-ci.html'],
      ['python', '/how-to/simulator-python.html'],
      ['install', '/tutorial/take-a-payment.html'],
      ['raw body', '/reference/webhooks.html'],
      ['amount', '/how-to/unit-and-currency.html'],
      ['partial refund', '/how-to/refund.html'],
      ['success page redirect', '/explanation/why-webhooks-are-confirmed.html'],
      ['subscription', '/how-to/subscriptions.html'],
      ['apple pay', '/how-to/going-live.html'],
      ['timeout', '/reference/retries.html'],
      ['logging', '/how-to/observe.html'],
      ['403', '/how-to/when-a-customer-calls.html'],
      ['1796', '/reference/events.html'],
      ['payout', '/how-to/payouts.html'],
      ['till', '/how-to/till.html'],
      ['abort terminal', '/how-to/terminals.html'],
      ['multiple merchants', '/how-to/isv-merchants.html'],
      ['seller payout', '/how-to/marketplace-split.html'],
      ['laravel', '/how-to/simulator-php.html'],
      ['generate client', '/how-to/client-in-your-language.html'],
      ['docker', '/how-to/simulator-container.html'],
      ['github actions', '/how-to/simulator-ci.html'],
      ['ngrok', '/how-to/behind-a-proxy-or-tunnel.html'],
      ['sandbox', '/explanation/demo-environment.html'],
      ['seed file', '/reference/simulator.html'],
      ['dispute', '/how-to/simulator-disputes.html'],
      ['test card', '/how-to/testing.html'],
      ['test cards', '/how-to/testing.html'],
    ])('finds for "%s" first %s', (query, page) => {
      expect(find(query)?.split('#')[0]).toBe(page.replace('/', BASE));
    });
  });
} else {
  // Jest needs a test in each file. The run counts it as skipped.
  it.skip(`the documentation site: skipped, because ${NOT_BUILT}`, () => undefined);
}
