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
  'explanation/fidelity.html',
  'explanation/why-webhooks-are-confirmed.html',
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
  // On a phone, the cells of a short card are inline and share the width of their row.
  const cell = code.closest(getComputedStyle(code.closest('td')).display === 'inline' ? 'tr' : 'td');
  return longest > cell.clientWidth + 1 || cell.scrollWidth > cell.clientWidth + 1;
}).map((code) => code.textContent)`;

/** Tables that end to the right of their column of the page. */
const WIDE_TABLES = `[...document.querySelectorAll('.vp-doc table')]
  .filter((table) => (table.closest('.table') ?? table).getBoundingClientRect().right > table.closest('.vp-doc').getBoundingClientRect().right + 1)
  .map((table) => table.textContent.slice(0, 80))`;

/** Code that only scrolls sideways can show, and buttons that copy code and cannot be seen. */
const HIDDEN_ON_TOUCH = `[
  ...[...document.querySelectorAll('.vp-doc pre')].filter((code) => code.scrollWidth > code.clientWidth + 1),
  ...[...document.querySelectorAll('button.copy')].filter((button) => getComputedStyle(button).opacity !== '1'),
].map(({ outerHTML }) => outerHTML.slice(0, 80))`;

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
      for (const width of [960, WIDE.viewport.width, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect({ width, tables: await page.evaluate<string[]>(WIDE_TABLES) }).toEqual({ width, tables: [] });
      }
      await page.setViewportSize(PHONE.viewport);
      expect(await narrowCode(page)).toEqual([]);
    });

    it.each(['tutorial/take-a-payment.html', 'how-to/durable-inbox.html', 'reference/doctor.html'])(
      'shows on a phone all code of /%s, and its buttons that copy',
      async (path) => {
        const page = await openPage(`${url}${BASE}${path}`, PHONE);
        await page.locator('.vp-doc button.copy').first().waitFor();
        expect(await page.evaluate<string[]>(HIDDEN_ON_TOUCH)).toEqual([]);
      },
    );

    it('shows on a phone the title of a column and a short value on one line', async () => {
      const page = await openPage(`${url}${BASE}reference/errors.html`, PHONE);
      const cell = page.locator('td[data-label="Outcome"]').first();
      expect(await cell.innerText()).toBe('not-sent');
      expect((await cell.boundingBox())?.height).toBeLessThan(36);
    });

    it('shows on a phone a sequence diagram as a list of its steps, which screen readers read everywhere', async () => {
      const page = await openPage(`${url}${BASE}explanation/why-webhooks-are-confirmed.html`, PHONE);
      const diagram = page.locator('.sequence-diagram');
      const steps = diagram.getByRole('listitem');
      await steps.first().waitFor();
      expect(await diagram.locator('svg').isVisible()).toBe(false);
      expect(await steps.first().innerText()).toMatch(/^Your application → .+\ncreateOrder/);
      expect((await steps.first().boundingBox())?.width).toBeGreaterThan(300);
      await page.setViewportSize(WIDE.viewport);
      expect(await diagram.locator('svg').isVisible()).toBe(true);
      expect(await steps.count()).toBeGreaterThan(5);
    });

    it('has a link for each error code, to which the pages of operations lead', async () => {
      const page = await openPage(`${url}${BASE}reference/operations/payments/create-order.html`);
      await page.locator('td a', { hasText: 'forbidden' }).first().click();
      await page.waitForURL('**/reference/errors.html#forbidden');
      const links = await page.evaluate<[string, string][]>(
        `[...document.querySelectorAll('td:first-child > a[id]')].map((one) => [one.id, one.nextElementSibling.textContent])`,
      );
      expect(links.length).toBeGreaterThan(15);
      expect(links.filter(([id, text]) => id !== text)).toEqual([]);
      const row = page.locator('tr', { has: page.locator('#forbidden') });
      await row.getByText('The credentials lack a scope').waitFor();
      const { y = 0 } = (await row.boundingBox()) ?? {};
      expect(y).toBeGreaterThan(64);
      expect(y).toBeLessThan(WIDE.viewport.height);
    });

    it('draws how the claims of each area are known, as in the table', async () => {
      const page = await openPage(`${url}${BASE}explanation/fidelity.html`);
      const chart = page.locator('.chart.claims').last();
      const bars = chart.getByRole('img');
      await bars.first().waitFor();
      const labels = await page.evaluate<string[]>(
        `[...[...document.querySelectorAll('.chart.claims')].at(-1).querySelectorAll('[role=img]')].map((bar) => bar.ariaLabel)`,
      );
      const cells = await page.evaluate<string[][]>(
        `[...[...document.querySelectorAll('details')].at(-1).querySelectorAll('tbody tr')]
          .map((row) => [...row.cells].map(({ textContent }) => textContent.replace(',', '')))`,
      );
      expect(cells.length).toBeGreaterThan(10);
      expect(labels).toEqual(
        cells.map(([, , ...counts]) =>
          ['observed', 'documented', 'public-sdk', 'inferred']
            .map((mark, index) => `${counts[index]} ${mark}`)
            .join(', '),
        ),
      );
    });

    it('draws the performance with the line of the target, where a bar that misses it says so', async () => {
      const page = await openPage(`${url}${BASE}explanation/performance.html`);
      const rows = page.locator('.chart.performance > li');
      await rows.first().waitFor();
      const missed = await rows.filter({ hasText: 'missed by' }).count();
      expect(missed).toBeGreaterThan(0);
      expect(await rows.filter({ has: page.locator('.missed') }).count()).toBe(missed);
      const tables = page.locator('details tbody tr');
      expect(await rows.count()).toBe(await tables.count());
      expect(await rows.first().innerText()).toMatch(/^Webhook on Fastify.*\ntarget ≤ 1.4/);
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
    let find: (query: string) => string[];

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
      find = (query) => search.search(query, searchOptions).map(({ id }) => id.replace(/#.*/, ''));
    });

    it.each([
      ['PAY_DEV', '/reference/environment-variables.html'],
      ['createOrder', '/reference/operations/payments/create-order.html'],
      ['cancelOrder', '/reference/operations/payments/cancel-order.html'],
      ['sendFunds', '/reference/operations/marketplace-transfers/send-funds.html'],
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
      ['pos', '/how-to/terminals.html'],
      ['void', '/how-to/refund.html'],
      ['worlds', '/how-to/simulator-parallel.html'],
      ['undo a payment', '/how-to/refund.html'],
      ['cancel payment same day', '/how-to/refund.html'],
      ['reset between tests', '/how-to/simulator-parallel.html'],
    ])('finds for "%s" first %s', (query, page) => {
      expect(find(query)[0]).toBe(page.replace('/', BASE));
    });

    // What readers type, in words that the page may not have.
    it.each([
      ['3ds', 'how-to/testing'],
      ['3d secure', 'how-to/going-live'],
      ['sca', 'how-to/going-live'],
      ['ECONNREFUSED', 'reference/errors'],
      ['webhook not received', 'how-to/behind-a-proxy-or-tunnel'],
      ['webhook never arrives', 'how-to/behind-a-proxy-or-tunnel'],
      ['webhook missing', 'how-to/behind-a-proxy-or-tunnel'],
      ['webhook fires twice', 'how-to/durable-inbox'],
      ['webhook order', 'explanation/ordering'],
      ['invalid signature', 'reference/webhooks'],
      ['raw body missing', 'reference/webhooks'],
      ['cloudflare tunnel', 'how-to/behind-a-proxy-or-tunnel'],
      ['nginx', 'how-to/behind-a-proxy-or-tunnel'],
      ['double charge', 'how-to/idempotency-keys'],
      ['customer paid twice', 'how-to/when-a-customer-calls'],
      ['duplicate payment', 'how-to/idempotency-keys'],
      ['amount wrong by 100', 'how-to/unit-and-currency'],
      ['cents', 'how-to/unit-and-currency'],
      ['order code rounded', 'explanation/money'],
      ['floating point', 'explanation/money'],
      ['403 forbidden', 'reference/errors'],
      ['401 unauthorized', 'how-to/tokens'],
      ['wrong credentials', 'how-to/tokens'],
      ['refund failed', 'how-to/refund'],
      ['money back', 'how-to/refund'],
      ['sandbox account', 'explanation/demo-environment'],
      ['production', 'how-to/going-live'],
      ['test card number', 'how-to/testing'],
      ['card declined', 'how-to/testing'],
      ['insufficient funds', 'how-to/testing'],
      ['request timed out', 'reference/retries'],
      ['rate limit', 'reference/retries'],
      ['recurring', 'how-to/saved-cards-and-recurring-charges'],
      ['monthly billing', 'how-to/subscriptions'],
      ['cancel subscription', 'how-to/subscriptions'],
      ['card on file', 'how-to/saved-cards-and-recurring-charges'],
      ['split payment', 'how-to/marketplace-split'],
      ['connected accounts', 'how-to/isv-merchants'],
      ['terminal offline', 'how-to/terminals'],
      ['card reader', 'how-to/terminals'],
      ['tips', 'how-to/terminals'],
      ['hold deposit', 'how-to/pre-authorization'],
      ['payout date', 'how-to/payouts'],
      ['settlement', 'how-to/payouts'],
      ['fees', 'reference/operations/fees/retrieve-fees'],
      ['chargeback', 'how-to/simulator-disputes'],
      ['gdpr', 'explanation/security-model'],
      ['typescript types', 'reference/events'],
      ['log masking', 'how-to/observe'],
      ['try catch', 'explanation/results-and-outcomes'],
      ['failed renewal', 'how-to/subscriptions'],
      ['customer closed the browser', 'how-to/reconcile'],
      ['customer did not return', 'how-to/reconcile'],
      ['abandoned checkout', 'how-to/reconcile'],
      ['stuck pending', 'how-to/when-a-customer-calls'],
      ['time travel', 'how-to/testing'],
      ['move the clock', 'how-to/testing'],
      ['order timeout', 'reference/operations/payments/create-order'],
      ['replay webhook', 'how-to/durable-inbox'],
      ['webhook retry', 'how-to/durable-inbox'],
      ['localhost webhook', 'how-to/behind-a-proxy-or-tunnel'],
      ['load balancer', 'how-to/behind-a-proxy-or-tunnel'],
      ['flaky tests', 'how-to/simulator-parallel'],
      ['paratest', 'how-to/simulator-parallel'],
      ['ci pipeline', 'how-to/simulator-ci'],
      ['change card', 'how-to/saved-cards-and-recurring-charges'],
      ['capture later', 'how-to/pre-authorization'],
      ['permission denied', 'reference/errors'],
      ['nestjs 11', 'reference/module'],
      ['multi tenant', 'how-to/isv-merchants'],
      ['bank statement', 'how-to/payouts'],
      ['typeorm', 'how-to/use-your-orm'],
      ['fastify', 'reference/webhooks'],
    ])('finds for "%s" among the first three %s', (query, page) => {
      expect(find(query).slice(0, 3)).toContain(`${BASE}${page}.html`);
    });
  });
} else {
  // Jest needs a test in each file. The run counts it as skipped.
  it.skip(`the documentation site: skipped, because ${NOT_BUILT}`, () => undefined);
}
