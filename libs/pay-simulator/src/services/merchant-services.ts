import { CheckoutService } from '../domain/checkout.service.js';
import { FileNotices } from '../deliveries/file-notices.js';
import { createPublisher } from '../deliveries/publisher.js';
import { isTerminalEvent, Webhooks } from '../deliveries/webhooks.js';
import { CardTokens } from '../domain/card-tokens.js';
import { BankAccounts } from '../domain/bank-accounts.js';
import { BankTransfers } from '../domain/bank-transfers.js';
import { CardTerminals } from '../domain/card-terminals.js';
import { Claims } from '../domain/claims.js';
import { Clearing } from '../domain/clearing.js';
import { CounterPayments } from '../domain/counter-payments.js';
import { Disbursements } from '../domain/disbursements.js';
import { Disputes } from '../domain/disputes.js';
import type { PublishEvent } from '../domain/events.js';
import { FiscalChecks } from '../domain/fiscal-checks.js';
import { IdempotencyKeys } from '../domain/idempotency-keys.js';
import type { Books } from '../domain/ledger.js';
import type { MerchantAccount } from '../domain/merchant.js';
import { MotoCharges } from '../domain/moto-charges.js';
import { Obligations } from '../domain/obligations.js';
import { Orders } from '../domain/orders.js';
import { Payments } from '../domain/payments.js';
import { Permissions, type AccountPreset } from '../domain/permissions.js';
import { Recharges } from '../domain/recharges.js';
import { ResellerDesk } from '../domain/reseller-desk.js';
import { Reversals } from '../domain/reversals.js';
import { SaleFiles } from '../domain/sale-files.js';
import { Sources } from '../domain/sources.js';
import { Statement } from '../domain/statement.js';
import { Subscriptions } from '../domain/subscriptions.js';
import { resetServices, type ResetTo } from '../domain/table.js';
import { TerminalActions } from '../domain/terminal-actions.js';
import { TerminalPayments } from '../domain/terminal-payments.js';
import { TerminalSessions } from '../domain/terminal-sessions.js';
import { Terminals } from '../domain/terminals.js';
import { Transactions } from '../domain/transactions.js';
import { Wallet } from '../domain/wallet.js';
import { serviceWallets, Wallets } from '../domain/wallets.js';

import { withServices } from './with-services.js';
import type { SharedServices } from './shared-services.js';

/** Input for the services of one merchant. */
export interface MerchantParts {
  readonly account: MerchantAccount;
  /** The merchant's view of the ledger. */
  readonly books: Books;
  readonly successUrl: string;
  readonly failureUrl: string;
  /** Initial permissions. @default 'demo' */
  readonly preset?: AccountPreset | undefined;
  /** Prefix of the names of the merchant's tables. */
  readonly scope: string;
  /** Webhooks that also receive this merchant's events, such as those of its ISV. */
  readonly additionalWebhooks?: readonly Pick<Webhooks, 'activeFor'>[];
}

/** Services that an operation for one merchant can use: its own, and those that all merchants share. */
export type AccountServices = ReturnType<typeof createMerchantServices>;

/** Creates the services of one merchant. */
export function createMerchantServices(
  shared: SharedServices,
  { account, books, scope, successUrl, failureUrl, preset, additionalWebhooks = [] }: MerchantParts,
) {
  const { clock, ids, send, hosts, state } = shared;
  const sources = new Sources({ successUrl, failureUrl });
  const permissions = new Permissions(preset);
  const webhooks = new Webhooks(
    ids,
    send,
    account.webhookKey,
    undefined,
    (eventTypeId) => isTerminalEvent(eventTypeId) && !permissions.get().allowTerminalEvents,
    hosts,
  );
  const receivers = [webhooks, ...additionalWebhooks];
  const publishToWebhooks = createPublisher({ ...shared, account, sources, webhooks: receivers });
  const eventWatchers: PublishEvent[] = [];
  const publish: PublishEvent = (event) => {
    publishToWebhooks(event);
    for (const watcher of eventWatchers) watcher(event);
  };
  const basics = { ...shared, account, books, permissions, publish, sources };
  const subscriptions = new Subscriptions(basics);
  const { merchantId } = account.credentials.merchant;
  const first = {
    ...basics,
    webhooks,
    subscriptions,
    fileNotices: new FileNotices(clock, subscriptions, send),
    statement: new Statement(basics, serviceWallets(account), merchantId),
  };
  // The services of a list use those of the lists before it.
  const core = withServices(first, {
    ...{ Claims, IdempotencyKeys, Orders, ResellerDesk, Terminals, Transactions, Wallet, Wallets },
  });
  const tools = withServices(core, {
    ...{ BankAccounts, CardTokens, Clearing, Obligations, SaleFiles, TerminalActions },
  });
  const paying = withServices(tools, { BankTransfers, FiscalChecks, Payments });
  const following = withServices(paying, {
    ...{ CounterPayments, Disbursements, Disputes, MotoCharges, Recharges, Reversals },
    Checkout: CheckoutService,
  });
  const atTerminals = withServices(following, { TerminalPayments });
  const services = withServices(withServices(atTerminals, { TerminalSessions }), { CardTerminals });
  const ofAll = new Set<unknown>(Object.values(shared));
  const ofMerchant = Object.values<object | undefined>(services).flatMap((one) =>
    one === undefined || ofAll.has(one) ? [] : [one],
  );
  state.add(scope, ...ofMerchant);
  return {
    ...services,
    /** Calls `watcher` for each event of the merchant. The watcher stays registered after a reset. */
    watchEvents: (watcher: PublishEvent): void => void eventWatchers.push(watcher),
    /** Clears the merchant's state. Reset the ledger first, because the wallets post their opening balance to it. */
    resetMerchant: (to: ResetTo): void => resetServices(ofMerchant, to),
  };
}
