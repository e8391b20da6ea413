// How the site's search splits and weighs words. VitePress copies these functions into the page, so each is self-contained.

/** Words that readers search for and that a page does not use, or uses far from its start. They are indexed with the page's title. */
export const ALSO_CALLED = {
  'explanation/demo-environment': 'sandbox, test account, test environment, staging, demo credentials',
  'explanation/money':
    'rounded order code, lost digits, last digits wrong, bigint, 64-bit number, precision, floating point, floats, decimals',
  'explanation/ordering': 'webhook order, events out of order, late event, race',
  'explanation/results-and-outcomes': 'try catch, exceptions, throw, error handling, unwrap',
  'explanation/security-model':
    'GDPR, privacy, personal data, data protection, card data, PCI, threats, vulnerability',
  'explanation/why-webhooks-are-confirmed':
    'invalid signature, webhook signature, HMAC, fake or spoofed webhook',
  'how-to/behind-a-proxy-or-tunnel':
    'webhook not received, webhook never arrives, callback not called, missing webhook, no webhook on localhost, ngrok, cloudflared, nginx, Traefik, reverse proxy, Kubernetes ingress, IP allowlist, whitelist, firewall, 403 forbidden webhook',
  'how-to/circuit-breaker': 'outage, service down, rate limit, too many requests, 503',
  'how-to/durable-inbox':
    'same event twice, duplicate webhook, webhook fires twice, replay a webhook, webhook retry, exactly once, lost events, crash, queue, outbox',
  'how-to/going-live':
    'production, live credentials, launch, checklist, 3-D Secure, 3DS, SCA, PSD2, Google Pay',
  'how-to/greece':
    'AADE, myDATA, fiscal receipt, tax authority, e-invoicing, MARK, UID, provider signature, Greek law, cash register, FIM, fiskaltrust',
  'how-to/idempotency-keys':
    'double charge, charged twice, paid twice, duplicate payment, duplicate order, idempotency key, safe retry, repeated request',
  'how-to/isv-merchants': 'connected accounts, onboarding, platform, sub-merchant, multi-tenant',
  'how-to/marketplace-split':
    'split payment, commission, application fee, sellers, vendors, transfer to seller',
  'how-to/observe':
    'log masking, redact, secrets in logs, OpenTelemetry, Prometheus, metrics, traces, dashboard, alerts, monitoring',
  'how-to/operator':
    'admin panel, admin UI, dashboard, back office, support, refund button, audit log, permissions, roles, GDPR, Passport',
  'how-to/payouts':
    'payout date, settlement, fees, commission, bank transfer, bank statement, when you get your money, accounting, deposit on the bank account',
  'how-to/pre-authorization':
    'preauthorization, preauth, hold, block an amount, deposit, authorize and capture, tip, hotel, rental',
  'how-to/reconcile':
    'customer closed the browser, customer did not return, abandoned checkout, stuck pending, poll, cron, missed webhook',
  'how-to/refund':
    'money back, give money back, get the money back, refund failed, refund rejected, refund not allowed, void, undo a payment, reverse, return, cancel a payment of the same day',
  'how-to/saved-cards-and-recurring-charges':
    'recurring payment, card on file, tokenize a card, card token, merchant-initiated transaction, MIT, one-click',
  'how-to/simulator-disputes': 'chargeback, claim, contested payment, retrieval',
  'how-to/simulator-parallel':
    'worlds, world, isolate tests, flaky tests, shared simulator, parallel_tests, ParaTest, Testcontainers, namespace, reset between tests',
  'how-to/subscriptions':
    'recurring billing, monthly payment, membership, plan, renewal, dunning, cancel a subscription',
  'how-to/terminals':
    'terminal offline, terminal not responding, POS, card reader, card present, card machine, tips, gratuity, tap to pay, cloud terminal',
  'how-to/testing':
    'test card numbers, 3DS, 3-D Secure, declined card, card declined, expired card, insufficient funds, mock, unit test, fake card, move the clock, time travel',
  'how-to/till': 'cash register, POS, point of sale, terminal offline, tips, gratuity, receipt',
  'how-to/tokens':
    '401 unauthorized, invalid client, wrong credentials, expired token, OAuth, API key, rotate secret',
  'how-to/unit-and-currency':
    'amount wrong by 100, amount 100 times too high, cents, decimals, minor units, euro, EUR, currency code',
  'how-to/when-a-customer-calls':
    'support, customer complaint, charged twice, double charge, customer paid but the order is open, 403 forbidden, payment missing, stuck order, pending',
  'reference/doctor':
    'webhook not received, diagnose, troubleshoot, check the configuration, wrong credentials, health check',
  'reference/errors':
    'ECONNREFUSED, connection refused, ENOTFOUND, networkerror, exceptions, error handling, 401 unauthorized, 403 forbidden, permission denied, missing scope, failure codes',
  'reference/events': 'event types, TypeScript types of webhooks, typings, payload types, webhook fields',
  'reference/module':
    'TypeScript types, typings, ESM, CommonJS, import, NestJS module, forRoot, forRootAsync',
  'reference/operations/payments/create-order':
    'payment link, checkout language, locale, requestLang, order timeout, order expiry, installments',
  'reference/operations/transactions/make-moto-card-charge': 'MOTO, phone order, telephone order, mail order',
  'reference/retries':
    'request timed out, timeouts, connection reset, ECONNRESET, ETIMEDOUT, rate limit, 429, backoff, 5xx',
  'reference/webhooks':
    'raw body, rawBody, body parser, Fastify, Express, invalid signature, verify a signature, HMAC, verification key, source addresses, IP addresses',
};

/** Adds those words behind the title of a rendered page, for the index only. Twice, because they weigh more than one mention in code. */
export function withSearchWords(html, path) {
  const words = ALSO_CALLED[path.replace(/\.md$/, '')];
  return words === undefined ? html : html.replace('</h1>', `</h1><p>${words}, ${words}</p>`);
}

/** Returns identifiers whole, such as `PAY_DEV` and `createOrder`, and also their parts. */
export function tokenize(text) {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.flatMap((word) => {
    const parts = word.match(/[\p{Lu}]?[\p{Ll}\p{N}]+|[\p{Lu}\p{N}]+/gu) ?? [];
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

/** Makes plurals singular, and drops words that most pages have. */
export function processTerm(term) {
  if (/^(a|an|and|are|do|does|for|how|i|in|is|it|my|not|of|on|or|the|to|what|with|you|your)$/i.test(term))
    return null;
  return term
    .toLowerCase()
    .replace(/(?<=[a-z]{2})ies$/, 'y')
    .replace(/(?<=[a-z]{2}[^su])s$/, '');
}

/** Guides come before reference, and the merchant's operations before those of resellers and marketplaces. */
export function boostDocument(id, term, { titles } = {}) {
  if (term.includes('_')) return id.includes('environment-variables') ? 20 : 1;
  const isForFew = /operations\/(isv|marketplace|legacy)-|\/changelog/.test(id);
  // Of the name of a method, such as `createorder`, its own page comes first. One word of it is no name.
  const [, file = ''] = /\/operations\/[^/]+\/([\w-]+?)s?\.html/.exec(id) ?? [];
  const words = file.split('-');
  if (titles?.length === 0 && term.length > words.at(-1).length && words.join('').endsWith(term))
    return isForFew ? 1.5 : 2.4;
  if (isForFew) return 0.3;
  // Code is full of these words, and one page is about each of them.
  const about = { pos: 'how-to/terminals', void: 'how-to/refund', world: 'how-to/simulator-parallel' };
  if (Object.hasOwn(about, term)) return id.includes(about[term]) ? 12 : 0.5;
  // Nearly every word of the service is in one of these lists.
  if (id.endsWith('#coded-values')) return 0.4;
  // The start of a page names what the whole page is about.
  const page = titles !== undefined && titles.length === 0 ? 1.7 : 1;
  if (/\/(tutorial|how-to|explanation)\//.test(id)) return 2 * page;
  // An error code or an event type is one word in a long table.
  if (/\/reference\/(errors|events)/.test(id)) return 3.3 * page;
  return id.includes('/operations/') ? 1.3 : 1.5 * page;
}

/** Numbers, such as status codes, are exact. So are short words: "pay" would find every variable. */
export const fuzzy = (term) => (/^\d/.test(term) || term.length < 5 ? false : 0.2);
export const prefix = (term) => term.length > 3;

export const searchOptions = { fuzzy, prefix, boost: { title: 4, text: 2, titles: 1 }, boostDocument };
