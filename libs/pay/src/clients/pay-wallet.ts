import { PayBankTransfers } from '../areas/bank-transfers/bank-transfers.js';
import { PayDataServices } from '../areas/data-services/data-services.js';
import { PayFees } from '../areas/fees/fees.js';
import { PayLegacyBankAccounts } from '../areas/legacy-bank-accounts/legacy-bank-accounts.js';
import { PayObligations } from '../areas/obligations/obligations.js';
import { PayPayments } from '../areas/payments/payments.js';
import { PayPos } from '../areas/pos/pos.js';
import { PayResellers } from '../areas/resellers/resellers.js';
import { PayRFCodePayments } from '../areas/rf-code-payments/rf-code-payments.js';
import { PaySourceCode } from '../areas/source/source.js';
import { PayTransactions } from '../areas/transactions/transactions.js';
import { PayWallets } from '../areas/wallets/wallets.js';
import { PayWebhooks } from '../areas/webhooks/webhooks.js';
import type { CallOptions } from '../core/options/call-options.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import type { PayWalletOptions, WithCredentialProvider } from './client-options.js';
import { resolveOutcome } from '../outcome/resolve-outcome.js';
import { PayClient } from './pay-client.js';

/** Client of a merchant. */
export class PayWallet extends PayClient {
  readonly bankTransfers: PayBankTransfers;
  readonly dataServices: PayDataServices;
  readonly fees: PayFees;
  readonly legacyBankAccounts: PayLegacyBankAccounts;
  readonly obligations: PayObligations;
  readonly payments: PayPayments;
  readonly pos: PayPos;
  readonly resellers: PayResellers;
  readonly rfCodePayments: PayRFCodePayments;
  readonly source: PaySourceCode;
  readonly transactions: PayTransactions;
  readonly wallets: PayWallets;
  readonly webhooks: PayWebhooks;

  constructor(options: PayWalletOptions | WithCredentialProvider<PayWalletOptions>) {
    super(options);
    this.bankTransfers = new PayBankTransfers(this.sender);
    this.dataServices = new PayDataServices(this.sender);
    this.fees = new PayFees(this.sender);
    this.legacyBankAccounts = new PayLegacyBankAccounts(this.sender);
    this.obligations = new PayObligations(this.sender);
    this.payments = new PayPayments(this.sender, resolveOutcome);
    this.pos = new PayPos(this.sender);
    this.resellers = new PayResellers(this.sender);
    this.rfCodePayments = new PayRFCodePayments(this.sender);
    this.source = new PaySourceCode(this.sender, this.sourceCode);
    this.transactions = new PayTransactions(this.sender, resolveOutcome);
    this.wallets = new PayWallets(this.sender);
    this.webhooks = new PayWebhooks(this.sender);
  }

  /**
   * Retrieves the webhook verification key.
   *
   * @deprecated Use `webhooks.retrieveWebhookKey()`, which this method calls.
   * @example
   * const key = await pay.getPayWebhookCode();
   */
  getPayWebhookCode(call?: CallOptions): Promise<MethodReturn<string, 'webhookerror'>> {
    return this.webhooks.retrieveWebhookKey(call);
  }
}
