import { buildPayWebhookForTest } from 'nestjs-pay/client';
import type { PayEventType } from 'nestjs-pay/client';
import type { Random } from './random.js';

/** Data that an attacker may know. */
export interface AttackerKnowledge {
  /** Original deliveries of the service. */
  deliveries: readonly string[];
  /** Payments of another account. */
  foreign: readonly { transactionId: string; orderCode: string; merchantId: string }[];
  merchantId: string;
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Returns a delivery of the service with other IDs and another order code. */
export function changedDelivery(random: Random, { deliveries, merchantId }: AttackerKnowledge): string {
  const keepsMerchant = random.next() < 0.5;
  return random
    .pick(deliveries)
    .replace(UUID, (id) => (keepsMerchant && id === merchantId ? id : random.uuid()))
    .replace(/"OrderCode":"?\d+"?/g, () => `"OrderCode":${random.digits(16)}`);
}

/** Creates a well-formed event with invented data. */
export function forgedEvent(
  random: Random,
  { merchantId }: AttackerKnowledge,
  type: PayEventType,
  changes: Record<string, unknown> = {},
): Buffer {
  return buildPayWebhookForTest(type, {
    MerchantId: random.pick([merchantId, random.uuid()]),
    TransactionId: random.uuid(),
    ParentId: random.uuid(),
    OrderCode: random.digits(16),
    Amount: random.int(100_000) / 100,
    CurrencyCode: '978',
    StatusId: random.pick(['F', 'A', 'C', 'E', 'X']),
    TransactionTypeId: random.pick([0, 4, 5, 7, 8, 13, 15, 16, 18, 19, 22]),
    MerchantTrns: 'cart-1',
    IsCancelled: random.next() < 0.5,
    SessionId: random.uuid(),
    TerminalId: random.int(1e8),
    ConnectedAccountId: random.uuid(),
    PlatformAccountId: random.uuid(),
    Verified: true,
    WalletTransactionId: random.uuid(),
    BankCommandId: random.uuid(),
    TransferId: random.uuid(),
    ...changes,
  });
}

/** Changes, removes and inserts a few bytes. */
export function mutated(random: Random, bytes: Buffer): Buffer {
  let out = bytes;
  for (let times = 1 + random.int(8); times > 0; times--) {
    const at = random.int(out.length);
    const tail = random.pick([at, at + 1, at + random.int(40)]);
    out = Buffer.concat([out.subarray(0, at), random.bytes(random.int(3)), out.subarray(tail)]);
  }
  return out;
}

/** Replaces the value of a member. */
export const withValue = (json: string, member: string, value: string): string =>
  json.replace(new RegExp(`"${member}":("[^"]*"|[^,}]*)`), () => `"${member}":${value}`);
