import { randomUUID } from 'node:crypto';
import { toExactJsonText } from '../../core/exact-json.js';
import { isObject } from '../../core/plain-data.js';
import { EVENT_SAMPLES } from './samples.generated.js';
import { setMember } from './set-member.js';
import type { TriggerEvent } from './event-names.js';

/** Where an event is to come from and go to. */
export interface TriggeredEvent {
  event: TriggerEvent;
  url?: string;
  env: Readonly<Record<string, string | undefined>>;
  /** As `--set` has them. */
  assignments: readonly string[];
}

/** Name one occurrence: with those of the sample, the second event would be known as a repeat of the first. */
const OWN_IDS = [
  'MessageId',
  'TransactionId',
  'SessionId',
  'WalletTransactionId',
  'CommandId',
  'TransferId',
  'ObligationId',
  'CaptureId',
];
const FILE = /[^/]+$/;

/**
 * The body of a new event of a type, as the service writes it: the contract's sample with ids and time of its own, the merchant and
 * payment source of the environment, and what `--set` says.
 *
 * @throws UsageError for a `--set` that cannot be.
 */
export function bodyOf({ event, url, env, assignments }: TriggeredEvent): string {
  const body = JSON.parse(JSON.stringify(EVENT_SAMPLES[event.eventTypeId])) as Record<string, unknown>;
  const data = isObject(body['EventData']) ? body['EventData'] : body;
  for (const name of OWN_IDS)
    for (const holder of new Set([body, data]))
      if (typeof holder[name] === 'string') holder[name] = randomUUID();
  if (typeof data['Link'] === 'string') data['Link'] = data['Link'].replace(FILE, randomUUID());
  if (data !== body) body['Created'] = new Date().toISOString().replace('Z', '0000Z');
  if (url !== undefined && 'Url' in body) body['Url'] = url;
  ownedBy(env, body, data);
  for (const assignment of assignments) setMember(body, assignment);
  return toExactJsonText(body);
}

/** An event of another merchant's or source's would be answered 200 and handled by nobody. */
function ownedBy(
  env: TriggeredEvent['env'],
  body: Record<string, unknown>,
  data: Record<string, unknown>,
): void {
  const merchantId = env['PAY_MERCHANT_ID']?.trim();
  if (merchantId && 'MerchantId' in data) {
    data['MerchantId'] = merchantId;
    body['RecipientId'] = merchantId;
  }
  const [configured = ''] = (env['PAY_WEBHOOK_SOURCE_CODES'] ?? '').split(',');
  const sourceCode = configured.trim() || env['PAY_SOURCE_CODE']?.trim();
  if (sourceCode && 'SourceCode' in data) data['SourceCode'] = sourceCode;
}
