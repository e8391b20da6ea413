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
import type { PayWalletOptions } from './client-options.js';
import { resolveOutcome } from '../outcome/resolve-outcome.js';
import { PayClient } from './pay-client.js';

/** Client of a merchant. */
export class PayWallet extends PayClient<PayWalletOptions> {
  readonly bankTransfers = new PayBankTransfers(this.sender);
  readonly dataServices = new PayDataServices(this.sender);
  readonly fees = new PayFees(this.sender);
  readonly legacyBankAccounts = new PayLegacyBankAccounts(this.sender);
  readonly obligations = new PayObligations(this.sender);
  readonly payments = new PayPayments(this.sender, resolveOutcome);
  readonly pos = new PayPos(this.sender);
  readonly resellers = new PayResellers(this.sender);
  readonly rfCodePayments = new PayRFCodePayments(this.sender);
  readonly source = new PaySourceCode(this.sender, this.sourceCode);
  readonly transactions = new PayTransactions(this.sender, resolveOutcome);
  readonly wallets = new PayWallets(this.sender);
  readonly webhooks = new PayWebhooks(this.sender);
}
