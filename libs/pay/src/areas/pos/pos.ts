import { Area } from '../../core/http/area.js';
import { PayPosDevices } from '../pos-devices/pos-devices.js';
import { PayPosSession } from '../pos-session/pos-session.js';
import { PayPosTransactions } from '../pos-transactions/pos-transactions.js';

/**
 * Accepts card-present payments on terminals, through the service's cloud.
 * Requires credentials issued for POS (`cloudTerminal`, or `clientId` and `clientSecret`). The service rejects
 * checkout credentials here.
 */
export class PayPos extends Area {
  readonly devices = new PayPosDevices(this.sender);
  readonly transactions = new PayPosTransactions(this.sender);
  readonly session = new PayPosSession(this.sender);
}
