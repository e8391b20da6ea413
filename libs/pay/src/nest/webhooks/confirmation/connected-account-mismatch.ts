import type { IsvConnectedAccount } from '../../../areas/isv-connected-accounts/isv-connected-accounts.types.js';
import type { SellerAccount } from '../../../areas/marketplace-sellers/marketplace-sellers.types.js';
import { PayEventType } from '../../../webhooks/event-types.js';
import { disagrees, notYet } from './verdict.js';
import type { Mismatch } from './verdict.js';

/** A merchant of an ISV, or a seller of a platform. */
export type ConnectedAccount = IsvConnectedAccount | SellerAccount;

/** Whether an event of this type tells of a connected account. */
export function namesConnectedAccount(eventTypeId: number | null): boolean {
  return (
    eventTypeId === PayEventType.AccountConnected ||
    eventTypeId === PayEventType.AccountVerificationStatusChanged
  );
}

/**
 * Compares an event (8193, 8194) with its connected account. Verification can change more than once: only the current state is
 * confirmed.
 */
export function connectedAccountMismatch(
  eventTypeId: number | null,
  data: Readonly<Record<string, unknown>>,
  account: ConnectedAccount,
): Mismatch {
  const { ConnectedAccountId: id, Verified: verified } = data;
  if (typeof id !== 'string' || id.toLowerCase() !== account.accountId.toLowerCase())
    return disagrees('ConnectedAccountId');
  if (eventTypeId === PayEventType.AccountVerificationStatusChanged)
    return verified === account.verified ? null : disagrees('Verified');
  if ('merchantId' in account && account.merchantId === null) return notYet('the merchant is not connected');
  return null;
}

/**
 * Whether the account proves the event. A seller is the platform's from its invitation on: that it has connected shows only
 * in what comes after, that it is verified or may take payments.
 */
export function provesConnection(eventTypeId: number | null, account: ConnectedAccount): boolean {
  if (eventTypeId !== PayEventType.AccountConnected || 'merchantId' in account) return true;
  return account.verified === true || ('acquiringEnabled' in account && account.acquiringEnabled === true);
}
