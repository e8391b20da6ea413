import { execFileSync } from 'node:child_process';
import { beforeAll, expect, it } from '@jest/globals';

/** What nobody may write, as the text of a file that is there: [file, text, what lint says]. */
const FORBIDDEN: [string, string, RegExp][] = [
  [
    'libs/pay/src/core/values/money.ts',
    "import '../../auth/credentials.js';",
    /core\/values\/ may import nothing/,
  ],
  [
    'libs/pay/src/core/values/money.ts',
    "import '../../areas/fees/fees.js';",
    /core\/values\/ may import nothing/,
  ],
  ['libs/pay/src/core/values/money.ts', "import '../../index.js';", /entries stand above/],
  ['libs/pay/src/core/values/money.ts', "export * from '../../client.js';", /entries stand above/],
  ['libs/pay/src/core/values/money.ts', "import 'nestjs-pay';", /entries stand above/],
  [
    'libs/pay/src/core/values/money.ts',
    "import type { PayWallet } from 'nestjs-pay/client';",
    /entries stand above/,
  ],
  [
    'libs/pay/src/core/values/money.ts',
    "export const late = () => import('../../index.js');",
    /entries stand above/,
  ],
  [
    'libs/pay/src/core/values/money.ts',
    "import type { Type } from '@nestjs/common';",
    /core\/values\/ loads/,
  ],
  ['libs/pay/src/core/values/money.ts', "export const late = () => import('axios');", /core\/values\/ loads/],
  ['libs/pay/src/core/values/money.ts', "import 'rxjs';", /core\/values\/ loads/],
  ['libs/pay/src/core/values/money.ts', "import { fetch } from 'undici';", /core\/values\/ loads/],
  ['libs/pay/src/auth/credentials.ts', "import '../areas/fees/fees.js';", /auth\/ may import core/],
  ['libs/pay/src/areas/fees/fees.ts', "import '../wallets/wallets.js';", /AREA_KNOWS/],
  ['libs/pay/src/areas/fees/fees.ts', "import '../../clients/pay-wallet.js';", /areas\/ may import core/],
  ['libs/pay/src/areas/fees/fees.ts', "import '../../webhooks/identity.js';", /areas\/ may import core/],
  ['libs/pay/src/webhooks/identity.ts', "import '../auth/credentials.js';", /webhooks\/ may import core/],
  ['libs/pay/src/clients/pay-wallet.ts', "import '../nest/pay.module.js';", /clients\/ may import/],
  ['libs/pay/src/client.ts', "import './nest/pay.module.js';", /loads no Nest/],
  ['libs/pay/src/nest/pay.module.ts', "import 'axios';", /Only nest\/http\/ loads axios/],
  ['libs/pay/src/nest/pay.module.ts', "import '../index.js';", /entries stand above/],
  ['libs/pay/src/nest/pay.module.ts', "import 'express';", /nest\/ loads/],
  ['libs/pay/src/nest/pay.module.ts', "import 'nestjs-pay/simulator';", /does not know its simulator/],
  ['libs/pay/src/nest/pay.module.ts', "import '../../../pay-simulator/src/index.js';", /its simulator/],
  ['libs/pay/src/nest/pay.module.ts', "import '../../../../apps/demo/src/main.js';", /knows nobody who/],
  ['libs/pay/src/stores/sql/migrate.ts', "import 'bullmq';", /stores\/ loads no package/],
  ['libs/pay/src/inbox/durable-inbox.ts', "import 'bullmq';", /Only inbox\/bullmq\/ loads bullmq/],
  ['libs/pay/src/inbox/durable-inbox.ts', "import './bullmq/bullmq-inbox.js';", /needs bullmq/],
  ['libs/pay/src/inbox/sql/batch.ts', "import '../bullmq/bullmq-inbox.js';", /needs bullmq/],
  ['libs/pay/src/nest/pay.module.ts', "import '../inbox/bullmq/bullmq-inbox.js';", /needs bullmq/],
  ['libs/pay/src/inbox/bullmq/bullmq-inbox.ts', "import 'ioredis';", /inbox\/ loads bullmq only/],
  ['libs/pay/src/index.ts', "export * from './bullmq.js';", /needs bullmq/],
  ['libs/pay/src/cli/run.ts', "import 'bullmq';", /cli\/ loads/],
  ['libs/pay/src/index.ts', "export * from './opentelemetry.js';", /needs no OpenTelemetry/],
  ['libs/pay/src/nest/pay.module.ts', "import '@nestjs/terminus';", /needs no Terminus/],
  ['libs/pay/src/core/http/observer.ts', "import '@opentelemetry/api';", /core\/http\/ loads/],
  ['libs/pay/src/core/http/observer.ts', "import 'undici';", /Only core\/http\/undici-transport\.ts/],
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
  ['libs/pay-simulator/src/http/html.ts', "import '../../../pay/src/core/values/money.js';", /never code/],
  ['libs/pay-simulator/src/http/html.ts', "import 'nestjs-pay/client';", /never code/],
  ['libs/pay-simulator/src/http/html.ts', "import '@nestjs/common';", /nothing but Node/],
  ['apps/demo/src/main.ts', "import '../../../libs/pay/src/index.js';", /by its package name/],
  ['apps/demo/src/main.ts', "export const late = () => import('../../../libs/pay/src/index.js');", /by its/],
  ['libs/pay/src/core/operation/refusal-reader.ts', "import './answer-reader.js';", /Dependency cycle/],
  ['libs/pay/src/core/values/clock.ts', '// eslint-disable-next-line\nexport {};', /has no effect/],
];
const ALLOWED: [string, string][] = [
  ['libs/pay/src/inbox/bullmq/bullmq-inbox.ts', "import 'bullmq';"],
  ['libs/pay/src/bullmq.ts', "import './inbox/bullmq/bullmq-inbox.js';"],
  ['libs/pay/src/core/http/undici-transport.ts', "import 'undici';"],
  ['libs/pay/src/nest/http/pay-http.ts', "import 'axios';"],
  ['libs/pay/src/areas/pos/pos.ts', "import '../pos-session/pos-session.js';"],
  ['libs/pay/src/clients/clients.spec.ts', "import '../client.js';"],
  ['apps/demo/src/main.ts', "import 'nestjs-pay';"],
];

// In a process of its own: ESLint loads its configuration as Node does, not as Jest does.
const LINT = `
  import { ESLint } from 'eslint';
  const eslint = new ESLint({
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
    ruleFilter: ({ ruleId }) => /^import-x|^no-restricted/.test(ruleId),
  });
  const said = [];
  for (const [filePath, text] of JSON.parse(process.argv[1])) {
    const [{ messages }] = await eslint.lintText(text, { filePath });
    said.push(messages.map(({ message }) => message).join('; '));
  }
  console.log(JSON.stringify(said));
`;
let said: string[];
beforeAll(() => {
  const cases = [...FORBIDDEN, ...ALLOWED].map(([file, text]) => [file, text]);
  const answer = execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', LINT, JSON.stringify(cases)],
    { encoding: 'utf8' },
  );
  said = JSON.parse(answer) as string[];
}, 60_000);

it.each(FORBIDDEN.map((row, at) => [...row, at] as const))('%s may not say %s', (_, __, why, at) => {
  expect(said[at]).toMatch(why);
});

it.each(ALLOWED.map((row, at) => [...row, at] as const))('%s may say %s', (_, __, at) => {
  expect(said[FORBIDDEN.length + at]).toBe('');
});
