// The tables, as they are printed and as docs/performance.md has them.
import { cpus, totalmem } from 'node:os';
import { readFileSync } from 'node:fs';
import { bytesOf } from './footprint.mjs';

const TARGETS = new URL('targets.md', import.meta.url);

export function report(results, { rounds, comparisons }) {
  return [
    '# Performance',
    'Written by `npm run bench` (after `npm run build`): do not edit. bench/README.md explains the method.',
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}; medians of ${rounds} alternating rounds. ` +
      'The machine may be shared, so compare only ratios within one table. CPU is the time of the measured process.',
    comparisons ? '' : 'The packages of others could not be installed: they are left out.',
    ...(results.orders ?? []).map(ordersTable),
    results.deliveries && rateTable('## Webhook deliveries, 64 in flight', results.deliveries),
    results.inbox && rateTable('## Durable inbox on PostgreSQL, 64 in flight', results.inbox),
    results.json && jsonTable(results.json),
    results.footprint && footprintTable(results.footprint),
    results.memory && memoryTable(results.memory),
    results.orders && results.deliveries && results.json && results.footprint ? targets(results) : '',
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n')
    .concat('\n');
}

function ordersTable({ scenario: { inFlight, latency }, rows }) {
  const base = rows.find(({ name }) => name === 'bare undici');
  return [
    `## Orders, ${inFlight} in flight, the service takes ${latency} ms`,
    table(
      ['', 'CPU µs', 'ratio', 'calls/s', 'ratio', 'p50 ms', 'p99 ms', 'kB allocated', 'requests'],
      rows.map((row) => [
        row.name,
        row.cpu.toFixed(0),
        (row.cpu / base.cpu).toFixed(2),
        row.rate.toFixed(0),
        (row.rate / base.rate).toFixed(2),
        row.p50.toFixed(2),
        row.p99.toFixed(2),
        (row.bytes / 1_000).toFixed(1),
        row.requests.toFixed(2),
      ]),
    ),
  ].join('\n\n');
}

function rateTable(title, rows) {
  const [base] = rows;
  return [
    title,
    table(
      ['', 'CPU µs', 'ratio', 'deliveries/s', 'ratio'],
      rows.map(({ name, cpu, rate }) => [
        name,
        cpu.toFixed(0),
        (cpu / base.cpu).toFixed(2),
        rate.toFixed(0),
        (rate / base.rate).toFixed(2),
      ]),
    ),
  ].join('\n\n');
}

function jsonTable(rows) {
  return [
    '## Exact JSON, no long integer in it',
    table(
      ['', 'JSON.parse µs', 'exact µs', 'ratio'],
      rows.map(({ name, parse, exact }) => [
        name,
        parse.toFixed(2),
        exact.toFixed(2),
        (exact / parse).toFixed(2),
      ]),
    ),
  ].join('\n\n');
}

function footprintTable(rows) {
  const [nothing] = rows;
  const kB = (path) => `${(bytesOf(path) / 1_000).toFixed(0)} kB`;
  return [
    '## Begin',
    'CPU and wall time of the import or boot, and RSS in addition to Node alone.',
    table(
      ['', 'CPU ms', 'wall ms', 'RSS MB more'],
      rows
        .slice(1)
        .map(({ name, cpuMs, ms, rss }) => [
          name,
          cpuMs.toFixed(0),
          ms.toFixed(0),
          ((rss - nothing.rss) / 1e6).toFixed(1),
        ]),
    ),
    `Installed: ES modules ${kB('dist/esm')}, CommonJS ${kB('dist/cjs')} (each with types and the simulator); undici ${kB('node_modules/undici')}, class-validator ${kB('node_modules/class-validator')}.`,
  ].join('\n\n');
}

function memoryTable(rows) {
  const [, settled] = rows;
  const last = rows.at(-1);
  const growth = (last.heapUsed - settled.heapUsed) / (last.calls - settled.calls);
  return [
    '## Memory after many calls',
    'One process of this library, 64 in flight; the heap after a collection.',
    table(
      ['calls', 'heap MB', 'RSS MB'],
      rows.map(({ calls, heapUsed, rss }) => [
        calls.toLocaleString('en'),
        (heapUsed / 1e6).toFixed(1),
        (rss / 1e6).toFixed(0),
      ]),
    ),
    `From the second row to the last the heap grows by ${growth.toFixed(2)} bytes a call.`,
  ].join('\n\n');
}

/** Compares the results with the targets. */
function targets({ orders, deliveries, inbox, json, footprint }) {
  const [busy, , , calm] = orders.map(({ rows }) => new Map(rows.map((row) => [row.name, row])));
  const posts = new Map(deliveries.map((row) => [row.name, row]));
  const begins = new Map(footprint.map((row) => [row.name, row]));
  const cpu = (name, base) => busy.get(name).cpu / busy.get(base).cpu;
  // The process that posts is slower than bare Fastify, so deliveries per second would not show the difference.
  const rate = (name, base) => posts.get(base).cpu / posts.get(name).cpu;
  const rows = [
    ['CPU of a call, against bare undici', cpu('this library', 'bare undici'), 1.5, '≤'],
    ['the same in Nest, through `HttpService`', cpu('this library in Nest', 'bare undici'), 3, '≤'],
    [
      'a token per call, against our shared one',
      cpu('this library, a token per call', 'this library'),
      2.1,
      '≤',
    ],
    [
      'p50 at 20 ms, one at a time, against bare undici',
      calm.get('this library').p50 / calm.get('bare undici').p50,
      1.03,
      '≤',
    ],
    [
      'deliveries per second of CPU on Fastify, against bare Fastify',
      rate('`@PayWebhook()` on Fastify', 'bare Fastify'),
      0.85,
      '≥',
    ],
    [
      'the same on Express, against bare Express',
      rate('`@PayWebhook()` on Express', 'bare Express'),
      0.9,
      '≥',
    ],
    ...(inbox
      ? [['the durable inbox, against a bare batched insert', inbox[1].rate / inbox[0].rate, 0.7, '≥']]
      : []),
    ['exact JSON, one transaction, against JSON.parse', json[1].exact / json[1].parse, 1.15, '≤'],
    [
      "CPU of import 'nestjs-pay/client', against undici's",
      begins.get("import 'nestjs-pay/client'").cpuMs / begins.get("import 'undici'").cpuMs,
      1.2,
      '≤',
    ],
  ];
  return [
    '## Targets',
    table(
      ['', 'aim', 'measured', ''],
      rows.map(([name, measured, aim, relation]) => [
        name,
        `${relation} ${aim}`,
        measured.toFixed(2),
        (relation === '≤' ? measured <= aim : measured >= aim) ? 'reached' : '**missed**',
      ]),
    ),
    readFileSync(TARGETS, 'utf8').trim(),
  ].join('\n\n');
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
