import type { RequestSender } from '../../core/http/request-sender.js';
import { PayPosDevices } from '../pos-devices/pos-devices.js';
import { PayPosSession } from '../pos-session/pos-session.js';
import { PayPosTransactions } from '../pos-transactions/pos-transactions.js';

/**
 * Card-present payments on terminals, through the service's cloud. Needs credentials issued for POS
 * (`cloudTerminal`, or `clientId` and `clientSecret`): those of the checkout are refused here.
 */
export class PayPos {
  readonly devices: PayPosDevices;
  readonly transactions: PayPosTransactions;
  readonly session: PayPosSession;

  constructor(sender: RequestSender) {
    this.devices = new PayPosDevices(sender);
    this.transactions = new PayPosTransactions(sender);
    this.session = new PayPosSession(sender);
  }
}
