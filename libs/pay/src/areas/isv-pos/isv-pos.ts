import { Area } from '../../core/http/area.js';
import { IsvPosDevices } from './isv-pos-devices.js';
import { IsvPosSession } from './isv-pos-session.js';
import { IsvPosTransactions } from './isv-pos-transactions.js';

/** Accepts card-present payments on connected merchants' terminals, with the ISV's own credentials. */
export class IsvPos extends Area {
  readonly devices = new IsvPosDevices(this.sender);
  readonly transactions = new IsvPosTransactions(this.sender);
  readonly session = new IsvPosSession(this.sender);
}
