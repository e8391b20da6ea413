// Builds the page of all options, from the interfaces of the library.
import { cell, table } from '../operation-docs/markdown.mjs';
import { membersOf } from './declarations.mjs';

const CLIENT = 'pay/src/clients/client-options.ts';
const MODULE = 'pay/src/nest/options/pay.options.ts';

/** Sections of the page: a heading, how the options are used, and their interfaces. */
const SECTIONS = [
  {
    title: 'PayModule',
    about:
      'Pass these to `PayModule.forRoot()`, or return them from the factory of `forRootAsync()`. Configure at least one of `wallet`, `isv` and `marketplace`. The options in [Clients](#clients) that are not credentials can also be set here, for all clients: `dev`, `logs`, `endpoints`, `timeoutMs`, `maxRetries`, `tokens`, `logger` and `transport`. A client’s own value wins, also one from a `PAY_` variable.',
    interfaces: [
      [MODULE, 'PayModuleOptions'],
      ['pay/src/nest/pay.module-definition.ts', 'PayModuleExtras'],
    ],
  },
  {
    title: 'Clients',
    about:
      'Options of `PayWallet`, `PayISV` and `Marketplace`, and of `wallet`, `isv` and `marketplace` of PayModule.',
    interfaces: [[CLIENT, 'ClientOptions']],
  },
  {
    title: 'PayWallet and Marketplace',
    about: 'In addition to the options of all clients.',
    interfaces: [[CLIENT, 'PayWalletOptions']],
  },
  {
    title: 'PayISV',
    about: 'In addition to the options of all clients.',
    interfaces: [[CLIENT, 'PayISVOptions']],
  },
  {
    title: 'Calls',
    about: 'The last argument of every method.',
    interfaces: [['pay/src/core/options/call-options.ts', 'CallOptions']],
  },
  {
    title: 'Webhooks',
    about:
      'Set these for all endpoints (`webhooks` of PayModule), for a controller (`@PayWebhookOptions()`) or for a method (`@PayWebhook()`). The nearest setting wins.',
    interfaces: [[MODULE, 'PayWebhookSettings']],
  },
  {
    title: 'Webhooks of a PayModule',
    about: 'Only in `webhooks` of PayModule.',
    interfaces: [[MODULE, 'PayWebhookModuleOptions']],
  },
  {
    title: 'Webhook routes',
    about: 'Only for a controller or a method.',
    interfaces: [[MODULE, 'PayWebhookRouteSettings']],
  },
  {
    title: 'Event handlers',
    about: 'The last argument of `@OnPayEvent()`.',
    interfaces: [['pay/src/nest/webhooks/on-pay-event.decorator.ts', 'OnPayEventOptions']],
  },
  {
    title: 'Durable inbox',
    about: 'Options of `durableInbox()`.',
    interfaces: [['pay/src/inbox/durable-inbox.options.ts', 'DurableInboxOptions']],
  },
  {
    title: 'BullMQ inbox',
    about: 'Options of `bullmqInbox()`.',
    interfaces: [['pay/src/inbox/bullmq/bullmq-inbox.options.ts', 'BullmqInboxOptions']],
  },
  {
    title: 'Database stores',
    about:
      'Options of `postgresStore()`, `pgliteStore()`, `postgresIdempotency()` and `pgliteIdempotency()`. Those for PostgreSQL also take `pool`.',
    interfaces: [['pay/src/stores/sql/sql-store.ts', 'SqlStoreOptions']],
  },
  {
    title: 'Idempotency',
    about: 'Options of `PayIdempotency`, and of the functions that create it.',
    interfaces: [['pay/src/idempotency/pay-idempotency.ts', 'PayIdempotencyOptions']],
  },
  {
    title: 'Reconciler',
    about: 'Options of `PayReconciler.reconcile()`.',
    interfaces: [['pay/src/nest/reconciler/reconcile.types.ts', 'PayReconcileOptions']],
  },
];

const rowOf = ({ name, type, required, meaning, default: value }) => [
  `\`${name}\`<br>${cell(`\`${type}\``)}`,
  required ? 'required' : cell(value),
  cell(meaning),
];

const tableOf = (...interfaces) =>
  table(
    ['option and type', 'default', 'meaning'],
    interfaces.flatMap(([file, name]) => membersOf(file, name).map(rowOf)),
  );

/** Returns the table of the simulator's options. */
export const simulatorOptions = () =>
  tableOf(['pay-simulator/src/wiring/simulator.types.ts', 'PaySimulatorOptions']);

export function optionsPage(header) {
  const sections = SECTIONS.map(
    ({ title, about, interfaces }) => `## ${title}\n\n${about}\n\n${tableOf(...interfaces)}`,
  );
  return [
    header,
    '# Options',
    'All options with their types and defaults. The errors of wrong options name the option and the expected value. To set options from the environment, see [Environment variables](environment-variables.md). The simulator has [options of its own](simulator.md#options).',
    ...sections,
    '',
  ].join('\n\n');
}

/** Returns the option that a path of a client or of `webhooks` names, for example `cloudTerminal.clientId`. */
export function optionAt(section, path) {
  const [root] = path.split('.');
  const interfaces =
    section === 'webhooks'
      ? ['PayWebhookSettings', 'PayWebhookModuleOptions'].map((name) => [MODULE, name])
      : ['ClientOptions', 'PayWalletOptions', 'PayISVOptions'].map((name) => [CLIENT, name]);
  return interfaces.flatMap(([file, name]) => membersOf(file, name)).find(({ name }) => name === root);
}
