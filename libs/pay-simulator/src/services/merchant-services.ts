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

/** Services of one merchant. */
export type MerchantServices = ReturnType<typeof createMerchantServices>;

/** Services that an operation for one merchant can use. */
export type AccountServices = SharedServices & MerchantServices;

/** Creates the services of one merchant. */
export function createMerchantServices(
  shared: SharedServices,
  { account, books, scope, successUrl, failureUrl, preset, additionalWebhooks = [] }: MerchantParts,
) {
  const { clock, ids, send, hosts, state, days } = shared;
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
  const orders = new Orders(clock, ids, publish, account.currencyCode);
  const transactions = new Transactions(clock, ids);
  const subscriptions = new Subscriptions(ids);
  const resellerDesk = new ResellerDesk(clock, ids, permissions);
  const fileNotices = new FileNotices(clock, subscriptions, send);
  const wallet = new Wallet(books, account);
  const { merchantId } = account.credentials.merchant;
  const statement = new Statement(clock, ids, serviceWallets(account), merchantId, books, publish);
  const wallets = new Wallets(books, account, statement);
  const bankAccounts = new BankAccounts(clock, ids, account, wallets);
  const clearing = new Clearing(clock, days, transactions, wallet);
  const payments = new Payments(orders, transactions, wallet, clearing, sources, publish);
  const reversals = new Reversals(payments, transactions, wallet, permissions);
  const cardTokens = new CardTokens(ids, transactions, permissions);
  const terminals = new Terminals();
  const terminalPayments = new TerminalPayments(
    clock,
    terminals,
    orders,
    transactions,
    payments,
    reversals,
    wallet,
    permissions,
  );
  const terminalActions = new TerminalActions(clock, ids, terminals);
  const fiscalChecks = new FiscalChecks(clock, permissions, terminals, terminalActions);
  const terminalSessions = new TerminalSessions(clock, terminals, terminalPayments, fiscalChecks, publish);
  const services = {
    subscriptions,
    fileNotices,
    saleFiles: new SaleFiles(clock, ids, transactions, (file) => fileNotices.announce(file)),
    statement,
    resellerDesk,
    webhooks,
    sources,
    permissions,
    orders,
    transactions,
    wallet,
    wallets,
    bankAccounts,
    bankTransfers: new BankTransfers(clock, days, ids, bankAccounts, wallets, permissions, publish),
    obligations: new Obligations(clock, ids, wallets, permissions, publish),
    clearing,
    payments,
    counterPayments: new CounterPayments(account, orders, payments, resellerDesk),
    recharges: new Recharges(orders, transactions, payments, permissions),
    reversals,
    disbursements: new Disbursements(clock, payments, transactions, wallet, permissions),
    disputes: new Disputes(clock, transactions, clearing, wallet),
    motoCharges: new MotoCharges(clock, ids, orders, payments, permissions, sources),
    cardTokens,
    idempotencyKeys: new IdempotencyKeys(),
    claims: new Claims(),
    terminals,
    terminalSessions,
    terminalActions,
    cardTerminals: new CardTerminals(clock, ids, terminals, terminalSessions, fiscalChecks),
    checkout: new CheckoutService(clock, ids, account, orders, sources, payments, cardTokens),
  };
  state.add(scope, ...Object.values(services));
  return {
    ...services,
    account,
    publish,
    /** Calls `watcher` for each event of the merchant. The watcher stays registered after a reset. */
    watchEvents: (watcher: PublishEvent): void => void eventWatchers.push(watcher),
    /** Clears the merchant's state. Reset the ledger first, because the wallets post their opening balance to it. */
    resetMerchant: (to: ResetTo): void => resetServices(Object.values(services), to),
  };
}
