import type { SentBankTransfer, UpdatedBankAccount } from '../results.generated.js';

/** Reads `archive`, or `isArchived` if the response is the whole account. */
export function readUpdatedAccount(body: Record<string, unknown>): UpdatedBankAccount | undefined {
  const archive = body['archive'] ?? body['isArchived'];
  return typeof archive === 'boolean' ? { ...body, archive } : undefined;
}

/** Adds null for an ID that the service leaves out because it does not apply. */
export function readSentTransfer(body: Record<string, unknown>): SentBankTransfer {
  const sent = body as unknown as Partial<SentBankTransfer> & Pick<SentBankTransfer, 'fee' | 'isInstant'>;
  return {
    ...sent,
    commandId: sent.commandId ?? null,
    walletTransactionId: sent.walletTransactionId ?? null,
  };
}
