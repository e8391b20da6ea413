import type { RequestSender } from '../../core/http/request-sender.js';
import { PayPosDevices } from '../pos-devices/pos-devices.js';
import { PayPosSession } from '../pos-session/pos-session.js';
import { PayPosTransactions } from '../pos-transactions/pos-transactions.js';

/**
 * Accepts card-present payments on terminals, through the service's cloud.
 * Requires credentials issued for POS (`cloudTerminal`, or `clientId` and `clientSecret`). The service rejects
 * checkout credentials here.
 */
export class PayPos {
  readonly devices: PayPosDevices;
  readonly transactions: PayPosTransactions;
  readonly session: PayPosSession;

  /** @internal */
  constructor(sender: RequestSender) {
    this.devices = new PayPosDevices(sender);
    this.transactions = new PayPosTransactions(sender);
    this.session = new PayPosSession(sender);
  }
}
