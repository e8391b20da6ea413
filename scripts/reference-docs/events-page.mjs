// Builds the page of the webhook events, from the event types, the payload types, the contract and the reads that confirm events.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readYaml } from '../contract/read.mjs';
import { ROOT } from '../operation-docs/root.mjs';
import { cell, table } from '../operation-docs/markdown.mjs';
import { constantsOf, declarationIn, sourceOf } from './declarations.mjs';

const TYPES = 'pay/src/webhooks/event-types.generated.ts';
const OWN_TYPES = 'pay/src/webhooks/event-types.ts';
const DENIAL = 'pay/src/webhooks/confirmation/denial.ts';
const CLIENTS = { wallet: 'merchant', isv: 'isv', marketplace: 'marketplace' };

const { eventTable } = readYaml('behaviour/webhook-events.yaml');
const inContract = new Map(eventTable.map((event) => [event.eventTypeId, event]));
const namesIn = (node) =>
  new Set([...node.getText().matchAll(/\bPayEventType\.(\w+)/g)].map(([, name]) => name));

/** Returns the event types that each read confirms. */
const confirmedBy = {
  readTransaction: namesIn(declarationIn(DENIAL, 'TRANSACTION_RULES')),
  readOrder: new Set(['OrderUpdated']),
  readSession: namesIn(declarationIn(DENIAL, 'namesSession')),
  readConnectedAccount: namesIn(declarationIn(DENIAL, 'namesConnectedAccount')),
};

/** Returns the operation of each read of a client. */
function readsOf(client) {
  const text = declarationIn('pay/src/webhooks/confirmation/confirming-endpoint.ts', 'READS').getText();
  const [, part] = new RegExp(`\\n  ${client}: (.*?)\\n  }\\),`, 's').exec(text);
  return new Map(
    [...part.matchAll(/(read\w+): [^=]*=>\s*([\w.]+)\(/g)].map(([, read, operation]) => [read, operation]),
  );
}

function confirmation(name, id) {
  if (name === 'SaleTransactions') return 'signature';
  const { appliesTo } = inContract.get(id);
  const reads = Object.entries(CLIENTS)
    .filter(([, account]) => appliesTo.includes(account))
    .flatMap(([client]) =>
      Object.entries(confirmedBy)
        .filter(([read, names]) => names.has(name) && readsOf(client).has(read))
        .map(([read]) => `\`${client}\`: \`${readsOf(client).get(read)}\``),
    );
  return reads.length === 0 ? 'not possible' : reads.join('<br>');
}

/** Returns the payload type of each event type, by the name of the event type. */
function payloads() {
  const text = sourceOf('pay/src/webhooks/payloads.generated.ts').text;
  const exported = new Map(
    [...text.matchAll(/export type (\w+) = Wire<(\w+)>/g)].map(([, type, members]) => [members, type]),
  );
  return new Map(
    [...text.matchAll(/\[Pay(?:Reconciled)?EventType\.(\w+)\]: (\w+);/g)].map(([, name, members]) => [
      name,
      exported.get(members),
    ]),
  );
}

/** Returns the type that users write for an event, by the name of its event type. */
function aliases() {
  const folder = join(ROOT, 'libs/pay/src/nest/webhooks');
  const text = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  return new Map(
    [
      ...text.matchAll(
        /export type (\w+Event) =\s*ReceivedPayEvent<\s*typeof Pay(?:Reconciled)?EventType\.(\w+)\s*>/g,
      ),
    ].map(([, alias, name]) => [name, alias]),
  );
}

const typesOf = (alias, payload) =>
  [alias, payload]
    .filter(Boolean)
    .map((type) => `\`${type}\``)
    .join('<br>');

export function eventsPage(header, problems) {
  const types = payloads();
  const names = aliases();
  const events = constantsOf(TYPES, 'PayEventType');
  const rows = events.map(({ name, value, text }) => {
    const known = inContract.get(Number(value));
    if (known === undefined) problems.push(`contract/webhooks.yaml has no event ${value} (${name}).`);
    const alias = names.get(name);
    return [
      `${value}<br>\`${name}\``,
      `${cell(text)}<br>For: ${(known?.appliesTo ?? []).join(', ').replace('isv', 'ISV')}.<br>${typesOf(alias, types.get(name))}`,
      confirmation(name, Number(value)),
    ];
  });
  const reconciled = constantsOf(OWN_TYPES, 'PayReconciledEventType').map(({ name, value, text }) => [
    `${value}<br>\`${name}\``,
    `${cell(text)}<br>${typesOf(names.get(name), types.get(name))}`,
  ]);
  return [
    header,
    '# Webhook events',
    "Handle an event with `@OnPayEvent(PayEventType.TransactionPaymentCreated)`. `event.data` has the payload type, and `event.confirmedBy` says how the event was confirmed: `'api'`, `'signature'`, `'parent'` or `'none'`. [Webhooks](webhooks.md#confirmed-events) explains them.",
    '## Events of the service',
    table(['`PayEventType`', 'meaning, and types of event and payload', 'confirmed by'], rows),
    'An event whose confirmation is not possible reaches only handlers with `{ unconfirmed: true }`. Only 7936 is signed, and only if you configured its secret in `webhooks.secrets`.',
    '## Events of PayReconciler',
    'The service sends no webhook for these. `PayReconciler` creates them, and reads the order to confirm them.',
    table(['`PayReconciledEventType`', 'meaning, and types of event and payload'], reconciled),
    '',
  ].join('\n\n');
}
