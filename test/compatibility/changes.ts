/** A change to an application of 0.1.0. `from` and `to` are in a text or a table row of the changelog. */
export interface NamedChange {
  named: { from: string; to: string };
  /** Replacements in the application: each text by another. */
  edits: readonly (readonly [from: string, to: string])[];
}

/** Shortens a change whose names are the edits themselves. */
const rename = (from: string, to: string): NamedChange => ({ named: { from, to }, edits: [[from, to]] });

/** All that an application of 0.1.0 in `apps/0.1.0` has to change. */
export const CHANGES: readonly NamedChange[] = [
  rename("'nestjs-pay/simulator'", "'pay-simulator'"),
  {
    named: {
      from: 'validatePayTransactionPaymentCreatedWebhook(data, expectations)',
      to: 'validatePayWebhook(PayEventType.TransactionPaymentCreated, data, expectations)',
    },
    edits: [
      ['unwrap, validatePayTransactionPaymentCreatedWebhook }', 'PayEventType, unwrap, validatePayWebhook }'],
      [
        'validatePayTransactionPaymentCreatedWebhook(',
        'validatePayWebhook(PayEventType.TransactionPaymentCreated,',
      ],
    ],
  },
  {
    named: { from: 'TransactionAnswer', to: 'TransactionResponse' },
    edits: [['TransactionAnswer', 'TransactionResponse']],
  },
  {
    named: { from: 'MarketplaceRefundAnswer', to: 'the same names with `Response`' },
    edits: [['MarketplaceRefundAnswer', 'MarketplaceRefundResponse']],
  },
  {
    named: { from: 'option `hooks.onCall`', to: '`payCallChannel.asyncEnd.subscribe(listener)`' },
    edits: [
      ['PayWallet, PayEventType', 'payCallChannel, PayWallet, PayEventType'],
      ['  hooks: { onCall: (call) => calls.push(call) },\n', ''],
      [
        'const calls: PayCallEvent[] = [];',
        'const calls: PayCallEvent[] = [];\npayCallChannel.asyncEnd.subscribe((call) => calls.push(call as PayCallEvent));',
      ],
    ],
  },
  {
    named: { from: '`PayCallInfo`, `PayCallEvent`', to: 'PayCallMessage' },
    edits: [['PayCallEvent', 'PayCallMessage']],
  },
  {
    named: { from: '@InjectPayWallet(name)', to: '@InjectPay(PayWallet, name)' },
    edits: [
      ["@InjectPayWallet('shop')", "@InjectPay(PayWallet, 'shop')"],
      ['InjectPayWallet', 'InjectPay'],
    ],
  },
  { named: { from: 'webhooks.maxBodyBytes', to: '64 KiB' }, edits: [['maxBodyBytes: 65_536, ', '']] },
  {
    named: { from: '`durableInbox({ pollMs, leaseMs, storeTimeoutMs })`', to: '1, 6 and 10 seconds' },
    edits: [['pollMs: 50, ', '']],
  },
  { named: { from: 'webhooks.repeatWaitMs', to: 'ten seconds' }, edits: [['repeatWaitMs: 10_000', '']] },
  {
    named: { from: 'PAY_ENDPOINT_ACCOUNTS', to: 'PAY_SIMULATOR_URL' },
    edits: [
      ['PAY_ENDPOINT_ACCOUNTS: simulator.endpoints.accounts', 'PAY_SIMULATOR_URL: simulator.url'],
      ['  PAY_ENDPOINT_API: simulator.endpoints.api,\n', ''],
      ['  PAY_ENDPOINT_WEB: simulator.endpoints.web,\n', ''],
    ],
  },
  {
    named: { from: 'PayWebhookStats.snapshot().refused', to: '.errors' },
    edits: [['const { refused }', 'const { errors: refused }']],
  },
  {
    named: { from: 'PayWebhookModuleOptions', to: "PayModuleOptions['webhooks']" },
    edits: [
      ['PaymentCreatedEvent, PayWebhookModuleOptions', 'PaymentCreatedEvent, PayModuleOptions'],
      ['webhooks: PayWebhookModuleOptions', "webhooks: PayModuleOptions['webhooks']"],
    ],
  },
  { named: { from: 'option `maxRejectedAttempts`', to: 'gone' }, edits: [[', maxRejectedAttempts: 8', '']] },
  { named: { from: 'option `unconfirmedMs`', to: 'gone' }, edits: [[', unconfirmedMs: 259_200_000', '']] },
  {
    named: {
      from: 'buildPayIsvWebhookVerificationResponse(key)',
      to: 'buildPayWebhookVerificationResponse(key, { isv: true })',
    },
    edits: [
      [
        "buildPayIsvWebhookVerificationResponse('the-key')",
        "buildPayWebhookVerificationResponse('the-key', { isv: true })",
      ],
      ['buildPayIsvWebhookVerificationResponse', 'buildPayWebhookVerificationResponse'],
    ],
  },
  {
    named: { from: '`idempotencyKey` has one place', to: '{ idempotencyKey })' },
    edits: [[", idempotencyKey: 'refund-17' }", " }, { idempotencyKey: 'refund-17' }"]],
  },
  {
    named: { from: 'MemoryInboxStore', to: 'pgliteStore(await PGlite.create())' },
    edits: [
      ['new MemoryInboxStore()', 'pgliteStore(await PGlite.create())'],
      [
        'import { MemoryInboxStore, PayTestingModule',
        "import { PGlite } from '@electric-sql/pglite';\nimport { pgliteStore } from 'nestjs-pay/pglite';\nimport { PayTestingModule",
      ],
    ],
  },
];
