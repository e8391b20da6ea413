import type { RequestSender } from '../../core/http/request-sender.js';
import { IsvPosDevices } from './isv-pos-devices.js';
import { IsvPosSession } from './isv-pos-session.js';
import { IsvPosTransactions } from './isv-pos-transactions.js';

/** Accepts card-present payments on connected merchants' terminals, with the ISV's own credentials. */
export class IsvPos {
  readonly devices: IsvPosDevices;
  readonly transactions: IsvPosTransactions;
  readonly session: IsvPosSession;

  /** @internal */
  constructor(sender: RequestSender) {
    this.devices = new IsvPosDevices(sender);
    this.transactions = new IsvPosTransactions(sender);
    this.session = new IsvPosSession(sender);
  }
}
