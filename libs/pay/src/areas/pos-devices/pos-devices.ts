import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { SearchDevicesOptions } from '../options.generated.js';
import type { PosDevice } from '../results.generated.js';

/** Lists the merchant's card terminals. */
export class PayPosDevices extends Area {
  /**
   * Lists the merchant's terminals: all of them, or those with one state or in one store. The list may be empty.
   *
   * @example
   * const devices = await pay.pos.devices.searchDevices({ statusId: DeviceStatus.Live });
   * @see https://developer.viva.com/apis-for-point-of-sale/card-terminals-devices/rest-api/
   */
  searchDevices(options: SearchDevicesOptions = {}, call?: CallOptions): Promise<MethodReturn<PosDevice[]>> {
    return this.sender.send(operations['pos.devices.searchDevices'], { options }, call);
  }
}
