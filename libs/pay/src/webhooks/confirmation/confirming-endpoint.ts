import type { Marketplace } from '../../clients/marketplace.js';
import type { PayISV } from '../../clients/pay-isv.js';
import type { PayWallet } from '../../clients/pay-wallet.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { PayDelivery, PayInboxNote, PayOverLimit, PaySender } from '../delivery.types.js';
import type { RecipientFilter } from '../recipient-filter.js';
import type { ConnectedAccount } from './confirmed-values.js';
import type { LegacyTransactions, Order, PosSession, Transaction } from '../../areas/results.generated.js';

/** Reads that confirm events. A read is absent if the client cannot make it. */
export interface ConfirmingReads {
  readTransaction?: (transactionId: string, merchantId: string) => Promise<MethodReturn<Transaction>>;
  /** Lists the transactions of an order. The list can be incomplete: see `contract/behaviour/transactions.yaml`. */
  listTransactions?: (orderCode: string) => Promise<MethodReturn<LegacyTransactions>>;
  readOrder?: (orderCode: string) => Promise<MethodReturn<Order>>;
  /** Resolves with null while the session runs. */
  readSession?: (sessionId: string) => Promise<MethodReturn<PosSession | null>>;
  readConnectedAccount?: (accountId: string) => Promise<MethodReturn<ConnectedAccount>>;
  /** Reads the key that verifies the address of an endpoint. */
  readKey: () => Promise<MethodReturn<string, 'webhookerror'>>;
}

/** The account that receives deliveries, and the reads that confirm them. */
export interface ConfirmingAccount extends ConfirmingReads {
  /** Name of its PayModule; null if it has none. */
  account: string | null;
  /** Name of its client. */
  name: PayDelivery['client'];
  /** Identifies the account in keys and logs. */
  id: string;
  /** Merchant whose sessions the client reads; null if unknown. */
  merchantId: string | null;
  /** Whether the options have credentials for terminals. Other credentials may be unable to read sessions. */
  hasTerminalCredentials: boolean;
}

/** Where an inbox keeps what it remembers of handled events. */
export interface NoteSource {
  notes?(topic: string): PayInboxNote['value'][] | Promise<PayInboxNote['value'][]>;
}

/** The endpoint of a delivery, with what its confirmation needs. */
export interface ConfirmingEndpoint {
  name: string;
  account: ConfirmingAccount;
  /** Whether events are confirmed. */
  confirm: boolean;
  /** Sources and merchants whose events are accepted. */
  recipients: RecipientFilter;
  inbox: NoteSource;
  /** Counts a read for a delivery of this sender before it is made, so that it counts also if it fails. With a result, it is not made. */
  takeRead(sender: PaySender | undefined): PayOverLimit | null;
}

/** How each client reads resources back, and the key. */
export const READS = {
  wallet: ({ transactions, payments, pos, webhooks }: PayWallet): ConfirmingReads => ({
    readTransaction: (transactionId) => transactions.getTransactionById(transactionId),
    listTransactions: (orderCode) => transactions.getLegacyTransactions(undefined, { orderCode }),
    readOrder: (orderCode) => payments.getOrder(orderCode),
    readSession: (sessionId) => pos.session.retrieveSessionById({ sessionId }),
    readKey: () => webhooks.retrieveWebhookKey(),
  }),
  marketplace: ({ transactions, sellers, webhooks }: Marketplace): ConfirmingReads => ({
    readTransaction: (transactionId) => transactions.getTransactionById(transactionId),
    readConnectedAccount: (accountId) => sellers.retrieveConnectedAccount(accountId),
    readKey: () => webhooks.retrieveWebhookKey(),
  }),
  isv: ({ transactions, pos, connectedAccounts, webhook }: PayISV): ConfirmingReads => ({
    // The event names the merchant, and the service responds only for merchants that are connected to this ISV.
    readTransaction: (transactionId, targetMerchantId) =>
      transactions.retrieveTransactionById({ transactionId, targetMerchantId }),
    readSession: (sessionId) => pos.session.retrieveSessionById({ sessionId }),
    readConnectedAccount: (accountId) => connectedAccounts.getAccountDatas({ accountId }),
    readKey: () => webhook.retrieveWebhookKey(),
  }),
};
