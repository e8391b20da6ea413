import { CheckoutService } from './checkout/checkout.service.js';
import type { SimulatorClock } from './clock.js';
import { Deliveries } from './deliveries/deliveries.js';
import { FileNotices } from './deliveries/file-notices.js';
import { createPublisher } from './deliveries/publisher.js';
import { createSend } from './deliveries/send.js';
import { Webhooks } from './deliveries/webhooks.js';
import { AccessTokens } from './domain/access-tokens.js';
import { Cancellations } from './domain/cancellations.js';
import { CardTokens } from './domain/card-tokens.js';
import { BankAccounts } from './domain/bank-accounts.js';
import { BankTransfers } from './domain/bank-transfers.js';
import { CardTerminals } from './domain/card-terminals.js';
import { Claims } from './domain/claims.js';
import type { ResetTo } from './domain/configured.js';
import { Clearing } from './domain/clearing.js';
import { CounterPayments } from './domain/counter-payments.js';
import { Disbursements } from './domain/disbursements.js';
import { IdempotencyKeys } from './domain/idempotency-keys.js';
import { Ledger } from './domain/ledger.js';
import { oauthClients, type MerchantAccount } from './domain/merchant.js';
import { MotoCharges } from './domain/moto-charges.js';
import { Obligations } from './domain/obligations.js';
import { Orders } from './domain/orders.js';
import { Payments } from './domain/payments.js';
import { Permissions } from './domain/permissions.js';
import { Recharges } from './domain/recharges.js';
import { ResellerDesk } from './domain/reseller-desk.js';
import { Reversals } from './domain/reversals.js';
import { SaleFiles } from './domain/sale-files.js';
import { Sources } from './domain/sources.js';
import { Statement } from './domain/statement.js';
import { Subscriptions } from './domain/subscriptions.js';
import { TerminalActions } from './domain/terminal-actions.js';
import { TerminalPayments } from './domain/terminal-payments.js';
import { TerminalSessions } from './domain/terminal-sessions.js';
import { Terminals } from './domain/terminals.js';
import { Transactions } from './domain/transactions.js';
import { WalletTransfers } from './domain/wallet-transfers.js';
import { Wallet } from './domain/wallet.js';
import { serviceWallets, Wallets } from './domain/wallets.js';
import { Faults } from './faults.js';
import { RequestLog } from './http/request-log.js';
import type { Ids } from './ids.js';
import { ROUTES } from './routes.generated.js';

/** What the services are built from. */
export interface ServiceParts {
  readonly account: MerchantAccount;
  readonly clock: SimulatorClock;
  readonly ids: Ids;
  readonly successUrl: string;
  readonly failureUrl: string;
  readonly deliveryTimeoutMs: number | undefined;
}

/** Everything that an operation, a page or the control API may use. */
export type Services = ReturnType<typeof createServices>;

/** Wires the simulated service together. */
export function createServices({
  account,
  clock,
  ids,
  successUrl,
  failureUrl,
  deliveryTimeoutMs,
}: ServiceParts) {
  const send = createSend(deliveryTimeoutMs);
  const sources = new Sources({ successUrl, failureUrl });
  const webhooks = new Webhooks(ids, send, account.webhookKey);
  const deliveries = new Deliveries(clock, ids, send);
  const publish = createPublisher({ account, clock, ids, sources, webhooks, deliveries });
  const tokens = new AccessTokens(clock, ids, oauthClients(account));
  const permissions = new Permissions();
  const orders = new Orders(clock, ids, publish);
  const transactions = new Transactions(clock, ids);
  const subscriptions = new Subscriptions(ids);
  const resellerDesk = new ResellerDesk(clock, ids, permissions);
  const ledger = new Ledger();
  const fileNotices = new FileNotices(clock, subscriptions, send);
  const saleFiles = new SaleFiles(clock, ids, transactions, (file) => fileNotices.announce(file));
  const wallet = new Wallet(ledger, account);
  const { merchantId } = account.credentials.merchant;
  const statement = new Statement(clock, ids, serviceWallets(account), merchantId, ledger, publish);
  const wallets = new Wallets(ledger, account, statement);
  const walletTransfers = new WalletTransfers(wallets, permissions);
  const bankAccounts = new BankAccounts(clock, ids, account, wallets);
  const bankTransfers = new BankTransfers(clock, ids, bankAccounts, wallets, permissions, publish);
  const obligations = new Obligations(clock, ids, wallets, permissions, publish);
  const clearing = new Clearing(clock, transactions, wallet);
  const payments = new Payments(orders, transactions, wallet, clearing, publish);
  const counterPayments = new CounterPayments(account, orders, payments, resellerDesk);
  const recharges = new Recharges(orders, transactions, payments, permissions, sources, publish);
  const reversals = new Reversals(orders, transactions, wallet, permissions, sources, publish);
  const disbursements = new Disbursements(orders, transactions, wallet, permissions, sources, publish);
  const cancellations = new Cancellations(clock, orders, transactions, wallet, sources, publish);
  const motoCharges = new MotoCharges(clock, ids, orders, payments, permissions, sources);
  const cardTokens = new CardTokens(ids, transactions, permissions);
  const idempotencyKeys = new IdempotencyKeys();
  const claims = new Claims();
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
    publish,
  );
  const terminalSessions = new TerminalSessions(clock, terminals, terminalPayments, publish);
  const terminalActions = new TerminalActions(clock, ids, terminals);
  const cardTerminals = new CardTerminals(clock, ids, terminals, terminalSessions);
  const checkout = new CheckoutService(clock, ids, account, orders, sources, payments, cardTokens);
  const faults = new Faults(ids, new Set(ROUTES.flatMap(({ key, id }) => [key, id])));
  const log = new RequestLog();
  const reset = (to: ResetTo): void => {
    // The clock first: it drops what is planned. The ledger before the wallet, which opens it.
    for (const part of [
      clock,
      subscriptions,
      fileNotices,
      saleFiles,
      statement,
      resellerDesk,
      deliveries,
      webhooks,
      sources,
      tokens,
      permissions,
      orders,
      transactions,
      ledger,
      wallet,
      wallets,
      bankAccounts,
      bankTransfers,
      obligations,
      clearing,
      cardTokens,
      idempotencyKeys,
      claims,
      terminals,
      terminalSessions,
      terminalActions,
      cardTerminals,
      checkout,
      faults,
      log,
    ]) {
      part.reset(to);
    }
  };
  return {
    account,
    clock,
    ids,
    subscriptions,
    fileNotices,
    saleFiles,
    statement,
    resellerDesk,
    sources,
    webhooks,
    deliveries,
    tokens,
    permissions,
    orders,
    transactions,
    ledger,
    wallet,
    wallets,
    walletTransfers,
    bankAccounts,
    bankTransfers,
    obligations,
    counterPayments,
    recharges,
    reversals,
    disbursements,
    cancellations,
    motoCharges,
    cardTokens,
    idempotencyKeys,
    claims,
    terminalSessions,
    terminalActions,
    cardTerminals,
    checkout,
    faults,
    log,
    reset,
  };
}
