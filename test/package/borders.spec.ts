import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';

/** Forbidden contents of existing files: [file, text, expected message]. */
const FORBIDDEN: [string, string, RegExp][] = [
  [
    'libs/pay/src/core/values/money.ts',
    "import '../../auth/credentials.js';",
    /core\/values\/ may import only its own files/,
  ],
  [
    'libs/pay/src/core/values/money.ts',
    "import '../../areas/fees/fees.js';",
    /core\/values\/ may import only its own files/,
  ],
  ['libs/pay/src/core/values/money.ts', "import '../../index.js';", /import its entry files/],
  ['libs/pay/src/core/values/money.ts', "export * from '../../client.js';", /import its entry files/],
  ['libs/pay/src/core/values/money.ts', "import 'nestjs-pay';", /import its entry files/],
  [
    'libs/pay/src/core/values/money.ts',
    "import type { PayWallet } from 'nestjs-pay/client';",
    /import its entry files/,
  ],
  [
    'libs/pay/src/core/values/money.ts',
    "export const late = () => import('../../index.js');",
    /import its entry files/,
  ],
  [
    'libs/pay/src/core/values/money.ts',
    "import type { Type } from '@nestjs/common';",
    /core\/values\/ may load only/,
  ],
  [
    'libs/pay/src/core/values/money.ts',
    "export const late = () => import('axios');",
    /core\/values\/ may load only/,
  ],
  ['libs/pay/src/core/values/money.ts', "import 'rxjs';", /core\/values\/ may load only/],
  ['libs/pay/src/core/values/money.ts', "import { fetch } from 'undici';", /core\/values\/ may load only/],
  [
    'libs/pay/src/till/sale-hook.ts',
    "import '../fiscal/athens-time.js';",
    /Only `nestjs-pay\/fiscal` may import the code of fiscal sales/,
  ],
  [
    'libs/pay/src/fiscal/athens-time.ts',
    "import type { PayTill } from '../till/pay-till.js';",
    /may import only the hook and the types of the till/,
  ],
  ['libs/pay/src/auth/credentials.ts', "import '../areas/fees/fees.js';", /auth\/ may import only core/],
  ['libs/pay/src/areas/fees/fees.ts', "import '../wallets/wallets.js';", /AREA_IMPORTS/],
  [
    'libs/pay/src/areas/fees/fees.ts',
    "import '../../clients/pay-wallet.js';",
    /areas\/ may import only core/,
  ],
  [
    'libs/pay/src/areas/fees/fees.ts',
    "import '../../webhooks/dedupe-key.js';",
    /areas\/ may import only core/,
  ],
  [
    'libs/pay/src/areas/outcome-area.ts',
    "import '../outcome/resolve-outcome.js';",
    /areas\/ may import only core/,
  ],
  [
    'libs/pay/src/webhooks/dedupe-key.ts',
    "import '../auth/credentials.js';",
    /webhooks\/ may import only core/,
  ],
  [
    'libs/pay/src/webhooks/dedupe-key.ts',
    "import '../inbox/pay-inbox.js';",
    /webhooks\/ may import only core/,
  ],
  [
    'libs/pay/src/nest/webhooks/pay-webhook.guard.ts',
    "import '../../areas/transactions/movement-kind.js';",
    /defines no payment rule/,
  ],
  ['libs/pay/src/clients/pay-wallet.ts', "import '../nest/pay.module.js';", /clients\/ may import/],
  ['libs/pay/src/client.ts', "import './nest/pay.module.js';", /must not load Nest/],
  ['libs/pay/src/nest/pay.module.ts', "import 'axios';", /Only nest\/http\/ loads axios/],
  ['libs/pay/src/nest/pay.module.ts', "import '../index.js';", /import its entry files/],
  ['libs/pay/src/nest/pay.module.ts', "import 'express';", /nest\/ may load only/],
  ['libs/pay/src/nest/pay.module.ts', "import 'pay-simulator';", /may import the simulator/],
  [
    'libs/pay/src/nest/pay.module.ts',
    "import '../../../pay-simulator/src/index.js';",
    /may import the simulator/,
  ],
  [
    'libs/pay/src/testing/results.ts',
    "import '../../../pay-simulator/src/wiring/simulator.js';",
    /simulator by its package name/,
  ],
  ['libs/pay/src/nest/pay.module.ts', "import '../../../../apps/demo/src/main.js';", /must not import apps/],
  ['libs/pay/src/stores/sql/migrate.ts', "import 'bullmq';", /stores\/ may load only Node/],
  ['libs/pay/src/inbox/durable-inbox.ts', "import 'bullmq';", /Only inbox\/bullmq\/ loads bullmq/],
  ['libs/pay/src/inbox/durable-inbox.ts', "import './bullmq/bullmq-inbox.js';", /import the BullMQ inbox/],
  ['libs/pay/src/inbox/sql/batch.ts', "import '../bullmq/bullmq-inbox.js';", /import the BullMQ inbox/],
  ['libs/pay/src/nest/pay.module.ts', "import '../inbox/bullmq/bullmq-inbox.js';", /import the BullMQ inbox/],
  ['libs/pay/src/inbox/bullmq/bullmq-inbox.ts', "import 'ioredis';", /inbox\/ may load only bullmq/],
  ['libs/pay/src/index.ts', "export * from './bullmq.js';", /import the BullMQ inbox/],
  ['libs/pay/src/cli/run.ts', "import 'bullmq';", /cli\/ may load only/],
  ['libs/pay/src/operator/routes.ts', "import '../till/pay-till.js';", /loads none/],
  ['libs/pay/src/nest/pay.module.ts', "import '../operator/html.js';", /may import the operator/],
  ['libs/pay/src/till/pay-till.ts', "import type {} from '../operator/html.js';", /may import the operator/],
  ['libs/pay/src/index.ts', "export * from './opentelemetry.js';", /import OpenTelemetry code/],
  ['libs/pay/src/nest/pay.module.ts', "import '@nestjs/terminus';", /import Terminus code/],
  ['libs/pay/src/core/http/channels.ts', "import '@opentelemetry/api';", /core\/http\/ may load only/],
  ['libs/pay/src/core/http/channels.ts', "import 'undici';", /Only core\/http\/undici-transport\.ts/],
  [
    'libs/pay/src/core/operation/failure.ts',
    "import '../http/transport.js';",
    /core\/operation\/ may import/,
  ],
  [
    'libs/pay/src/core/options/call-options.ts',
    "import '../http/deadline.js';",
    /core\/options\/ may import/,
  ],
  [
    'libs/pay-simulator/src/http/html.ts',
    "import '../../../pay/src/core/values/money.js';",
    /share only contract/,
  ],
  [
    'libs/pay-simulator/src/http/html.ts',
    "import type { Services } from '../services/services.js';",
    /http\/ may import only domain/,
  ],
  [
    'libs/pay-simulator/src/http/html.ts',
    "import '../operations/registry.js';",
    /http\/ may import only domain/,
  ],
  [
    'libs/pay-simulator/src/http/html.ts',
    "import '../control/control-endpoint.js';",
    /http\/ may import only domain/,
  ],
  [
    'libs/pay-simulator/src/domain/ids.ts',
    "import '../http/html.js';",
    /domain\/ may import only its own files/,
  ],
  [
    'libs/pay-simulator/src/operations/registry.ts',
    "import '../wiring/simulator.js';",
    /operations\/ may import only/,
  ],
  [
    'libs/pay-simulator/src/services/services.ts',
    "import '../control/actions.js';",
    /services\/ may import only/,
  ],
  [
    'libs/pay-simulator/src/control/actions.ts',
    "import type { PaySimulator } from '../wiring/simulator.types.js';",
    /control\/ may import only/,
  ],
  [
    'libs/pay-simulator/src/control/actions.ts',
    "import '../checkout/checkout-address.js';",
    /control\/ may import only/,
  ],
  [
    'libs/pay-simulator/src/console/pretty-json.ts',
    "import '../terminal/terminal.model.js';",
    /console\/ may import only/,
  ],
  [
    'libs/pay-simulator/src/console/pretty-json.ts',
    "import type { Services } from '../services/services.js';",
    /console\/ may import only/,
  ],
  [
    'libs/pay-simulator/src/console/pretty-json.ts',
    "import { Orders } from '../domain/orders.js';",
    /through operations of the control API/,
  ],
  ['libs/pay-simulator/src/http/html.ts', "import 'nestjs-pay/client';", /share only contract/],
  ['libs/pay-simulator/src/http/html.ts', "import '@nestjs/common';", /only Node modules/],
  ['libs/pay-simulator/src/index.ts', "import './verify/verify.js';", /Only the command may import/],
  ['libs/pay-simulator/src/http/html.ts', "import '../verify/mask.js';", /Only the command may import/],
  ['apps/demo/src/main.ts', "import '../../../libs/pay/src/index.js';", /by its package name/],
  ['apps/demo/src/main.ts', "export const late = () => import('../../../libs/pay/src/index.js');", /by its/],
];
const ALLOWED: [string, string][] = [
  ['libs/pay/src/inbox/bullmq/bullmq-inbox.ts', "import 'bullmq';"],
  ['libs/pay/src/bullmq.ts', "import './inbox/bullmq/bullmq-inbox.js';"],
  ['libs/pay/src/core/http/undici-transport.ts', "import 'undici';"],
  ['libs/pay/src/nest/http/pay-http.ts', "import 'axios';"],
  ['libs/pay/src/areas/pos/pos.ts', "import '../pos-session/pos-session.js';"],
  [
    'libs/pay-simulator/src/operations/registry.ts',
    "import type { Services } from '../services/services.js';",
  ],
  ['libs/pay-simulator/src/terminal/terminal.model.ts', "import '../console/console-address.js';"],
  ['libs/pay/src/outcome/resolve-outcome.ts', "import '../areas/fees/fees.js';"],
  ['libs/pay/src/clients/clients.spec.ts', "import '../client.js';"],
  ['libs/pay/src/testing/results.ts', "import 'pay-simulator';"],
  ['libs/pay-simulator/src/verify/used.ts', "import 'typescript';"],
  ['libs/pay-simulator/src/cli.ts', "export const late = () => import('./verify/verify.js');"],
  ['apps/demo/src/main.ts', "import 'nestjs-pay';"],
];

const CYCLE = ['a', 'b'].map((name) => ({
  path: `libs/pay/src/core/values/cycle-${name}.ts`,
  text: `import type { ${name === 'a' ? 'B' : 'A'} } from './cycle-${name === 'a' ? 'b' : 'a'}.js';\nexport type ${name.toUpperCase()} = unknown;`,
}));
/** Files whose own name decides what they may import. Each other case is a new file in the folder of its file. */
const NAMED = /(?:client|index|cli|bullmq|undici-transport)\.ts$/;
const cases = [...FORBIDDEN, ...ALLOWED].map(([file, text], at) => ({
  text,
  path: NAMED.test(file) ? file : file.replace(/[^/]+?((?:\.spec)?\.ts)$/, `case-${at}$1`),
}));

interface Cruise {
  summary: {
    violations: { from: string; rule: { name: string } }[];
    ruleSetUsed: { forbidden: { name: string; comment: string }[] };
  };
}
/**
 * Runs the borders of the lint script in a copy of the sources, on the files of the cases: a rule looks at one import, or at a cycle.
 * Returns `file: message` for each violation.
 */
function violations(): string[] {
  const copy = mkdtempSync(join(tmpdir(), 'pay-borders-'));
  try {
    for (const path of ['tsconfig.json', 'package.json', '.dependency-cruiser.mjs', 'apps', 'libs'])
      cpSync(path, join(copy, path), {
        recursive: true,
        filter: (file) => !/node_modules|\bdist$/.test(file),
      });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    const changed = [...cases, ...CYCLE];
    for (const { path, text } of changed) appendFileSync(join(copy, path), `\n${text}\n`);
    const files = new Set(changed.map(({ path }) => path));
    const { stdout } = spawnSync(
      resolve('node_modules/.bin/depcruise'),
      ['--preserve-symlinks', '--output-type', 'json', '--do-not-follow', '^', ...files],
      { cwd: copy, encoding: 'utf8', maxBuffer: 100_000_000 },
    );
    const { summary } = JSON.parse(stdout) as Cruise;
    const comments = new Map(summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]));
    return summary.violations.map(({ from, rule }) => `${from}: ${comments.get(rule.name)}`);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

let found: string[];
beforeAll(() => {
  found = violations();
});
const messagesOf = (at: number) => {
  const { path } = cases[at]!;
  return found.filter((line) => line.startsWith(`${path}: `)).map((line) => line.slice(path.length + 2));
};

it.each(FORBIDDEN.map((row, at) => [...row, at] as const))('lint rejects in %s: %s', (_, __, message, at) => {
  expect(messagesOf(at)).toContainEqual(expect.stringMatching(message));
});

it.each(ALLOWED.map((row, at) => [...row, at] as const))('lint accepts in %s: %s', (file, _, at) => {
  const others = FORBIDDEN.filter(([other]) => other === file).map(([, , message]) => message);
  const messages = messagesOf(FORBIDDEN.length + at);
  expect(messages.filter((message) => !others.some((other) => other.test(message)))).toEqual([]);
});

it('lint rejects an import cycle of types', () => {
  expect(found).toContainEqual(expect.stringMatching(/cycle-.\.ts: Move what both files need/));
});

it('no comment switches a rule of the linter off', () => {
  const { stdout } = spawnSync(
    'git',
    ['grep', '-nE', '(ox|es)lint-disable', '--', '*.ts', '*.mts', '*.mjs', '*.cjs', '*.js'],
    {
      encoding: 'utf8',
    },
  );
  expect(stdout).toBe('');
});

/** What core/ may name: the redaction hides card numbers, and results have the members and codes of the public interface. */
const NAMES_PAYMENTS = [
  'values/card-numbers.ts',
  'values/redaction.ts',
  'operation/method-return.ts',
  'operation/outcome-lookup.ts',
];

it('the code of core/ names no card, order or merchant', () => {
  const core = 'libs/pay/src/core';
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!spec|testing)\.ts$/.test(file) && !NAMES_PAYMENTS.includes(file),
  );
  const found = files.flatMap((file) => {
    const code = readFileSync(`${core}/${file}`, 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
    return [...code.matchAll(/\w*(?:card|order|merchant|statusId)\w*/gi)].map(([name]) => `${file}: ${name}`);
  });
  expect(files.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});
