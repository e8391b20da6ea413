// Writes src/operations/routes.generated.ts and src/domain/contract.generated.ts from contract/*.json.
// `--check` writes nothing and fails when a file is stale.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const contractFolder = new URL('../../../contract/', import.meta.url);
const sourceFolder = new URL('../src/', import.meta.url);
const HEADER = '// Generated from contract/*.json by scripts/generate-routes.mjs: do not edit.\n';

const contract = Object.fromEntries(
  readdirSync(contractFolder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(new URL(name, contractFolder), 'utf8')),
    ]),
);
const scopes = Object.keys(contract.auth.enums.Scope);

// The contract states most scopes in prose (auth.json enums.Scope names these path prefixes); first match wins.
const SCOPE_BY_PREFIX = [
  ['/checkout/v2/isv/', 'payments:core:api:isv'],
  ['/isv/v1/', 'payments:core:api:isv'],
  ['/checkout/v2/', 'payments:core:api:redirectcheckout'],
  ['/acquiring/v1/cards/tokens', 'payments:core:api:acquiring:cardtokenization'],
  ['/acquiring/v1/', 'payments:core:api:acquiring'],
  ['/platforms/v1/', 'payments:core:api:platform'],
  ['/ecr/', 'payments:ecr:api'],
  ['/merchants/v1/wallets', 'payments:core:api:merchants:wallets'],
  ['/banktransfers/v1/', 'payments:core:api:banktransfers'],
];
const scopeEnding = (ending) => scopes.find((scope) => scope.endsWith(`:${ending}`));

function requiredScope(row, area) {
  if (row.host !== 'api') return null;
  // Its calls on shared paths are refused to ordinary credentials as well.
  if (area === 'marketplace') return scopeEnding('payments:core:api:platform');
  const prefix = SCOPE_BY_PREFIX.find(([start]) => row.path.startsWith(start));
  if (prefix) return scopeEnding(prefix[1]);
  const refusals = JSON.stringify((row.errors ?? []).filter((error) => [401, 403].includes(error.status)));
  return /urn:[a-z]+:[a-z0-9:]*[a-z0-9]/.exec(refusals)?.[0] ?? null;
}

const sameCall = (a, b) =>
  a.method === b.method && a.host === b.host && a.path === b.path && a.auth === b.auth;

/** One row for each operation; a row that stands in two files is one operation, so is one that two clients share. */
function routes() {
  const rows = [];
  // The platform files repeat ids of the merchant files: the merchant's row keeps the bare id.
  const areas = Object.keys(contract).sort(
    (a, b) => Number(['isv', 'marketplace'].includes(a)) - Number(['isv', 'marketplace'].includes(b)),
  );
  for (const area of areas) {
    for (const operation of contract[area].operations ?? []) {
      if (!operation.http) continue;
      const row = {
        key: operation.id,
        id: operation.id,
        clients: operation.clients,
        method: operation.http,
        host: operation.host,
        path: operation.path,
        auth: operation.auth,
        contentType: operation.contentType,
        scope: requiredScope(operation, area),
      };
      const twin = rows.find((other) => other.id === row.id && sameCall(other, row));
      if (twin) {
        twin.clients = [...new Set([...twin.clients, ...row.clients])];
        continue;
      }
      if (rows.some((other) => other.key === row.key)) row.key = `${area}:${row.id}`;
      rows.push(row);
    }
  }
  return rows;
}

/** One line for each row of a list and each member of a record. */
function json(value) {
  const line = (row) => JSON.stringify(row, null, 1).replaceAll(/\n\s*/g, ' ');
  if (Array.isArray(value)) return `[\n${value.map((row) => `  ${line(row)},\n`).join('')}]`;
  if (typeof value !== 'object') return line(value);
  const members = Object.entries(value).map(([name, row]) => `  ${JSON.stringify(name)}: ${line(row)},\n`);
  return `{\n${members.join('')}}`;
}
const routesFile = () => `${HEADER}import type { Operation } from './operation.js';

/** Every operation of the wire contract; \`key\` is the contract id, prefixed by its area where two areas use one id. */
export const ROUTES: readonly Operation[] = ${json(routes())};
`;

const numbers = (record, pick = (text) => text) =>
  Object.fromEntries(Object.entries(record).map(([key, text]) => [key, pick(text)]));
const shortScopes = Object.fromEntries(scopes.map((scope) => [scope.split(':').slice(2).join(':'), scope]));
const { transactions, payments, auth } = contract;
const contractFile = () => `${HEADER}
/** OAuth scopes by the part that follows their common prefix. @see contract/auth.json */
export const SCOPES = ${json(shortScopes)} as const;

/** Languages of the hosted page. @see contract/payments.json */
export const REQUEST_LANGUAGES: readonly string[] = ${json(Object.keys(payments.enums.RequestLang))};

/** Payment method ids. @see contract/payments.json */
export const PAYMENT_METHOD_IDS: readonly number[] = ${json(Object.keys(payments.enums.PaymentMethodId).map(Number))};

/** What an event id means, in words. @see contract/transactions.json */
export const EVENT_TEXTS: Readonly<Record<string, string>> = ${json(transactions.enums.EventId)};

/** Names of transaction types. @see contract/transactions.json */
export const TRANSACTION_TYPES: Readonly<Record<string, string>> = ${json(transactions.enums.TransactionTypeId)};

/** Amount in minor units → event id with which the issuer declines it. @see contract/transactions.json */
export const TEST_AMOUNTS: Readonly<Record<string, number>> = ${json(numbers(transactions.enums.TestAmount, (text) => Number.parseInt(text, 10)))};

/** The demo environment's cards. @see contract/transactions.json */
export const TEST_CARDS: readonly { readonly number: string; readonly scheme: string; readonly cvv: string; readonly result: string }[] = ${json(transactions.testData.cards)};

/** Webhook event types a merchant can register for in the banking app, by id. @see contract/webhook-events.json */
export const EVENT_TYPES: Readonly<Record<string, string>> = ${json(
  Object.fromEntries(contract['webhook-events'].eventTable.map((event) => [event.eventTypeId, event.name])),
)};

/** The text of a refusal whose permission switch is off. @see contract/transactions.json */
export const PERMISSION_OFF_TEXT = ${json(transactions.errorExamples.permissionOff.ErrorText)};

/** Headers on the service's answers. @see contract/auth.json */
export const RESPONSE_HEADERS = {
  correlationId: ${json(Object.keys(auth.responseHeaders).find((name) => name.endsWith('CorrelationId')))},
  eventId: ${json(Object.keys(auth.responseHeaders).find((name) => name.endsWith('EventId')))},
} as const;

/** How often a delivery is tried and how far apart. @see contract/webhook-events.json */
export const RETRY_POLICY = ${json({
  attempts: contract['webhook-events'].retryPolicy.standard.attempts,
  intervalSeconds: contract['webhook-events'].retryPolicy.standard.intervalSeconds,
})} as const;
`;

const check = process.argv.includes('--check');
for (const [name, text] of [
  ['operations/routes.generated.ts', routesFile()],
  ['domain/contract.generated.ts', contractFile()],
]) {
  const file = new URL(name, sourceFolder);
  if (!check) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(
      `${fileURLToPath(file)} is stale: run node libs/pay-simulator/scripts/generate-routes.mjs\n`,
    );
    process.exitCode = 1;
  }
}
