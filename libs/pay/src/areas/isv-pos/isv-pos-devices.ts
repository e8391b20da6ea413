import { operations } from '../define-operation.js';
import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { SearchIsvDevicesOptions } from '../options.generated.js';
import type { IsvPosDevice } from '../results.generated.js';

/** Lists the card terminals of connected merchants. */
export class IsvPosDevices extends Area {
  /**
   * Lists a connected merchant's terminals: all of them, or those with one state or in one store. The list may be
   * empty.
   *
   * @example
   * const found = await isv.pos.devices.searchDevices({ merchantId, statusId: 1 });
   * @see https://developer.viva.com/isv-partner-program
   */
  searchDevices(options: SearchIsvDevicesOptions, call?: CallOptions): Promise<MethodReturn<IsvPosDevice[]>> {
    return this.sender.send(operations['isv:pos.devices.searchDevices'], { options }, call);
  }

  /**
   * Lists a connected merchant's terminals.
   *
   * @deprecated Use `searchDevices()`, which this method calls.
   * @example
   * const found = await isv.pos.devices.getDevices({ merchantId });
   */
  getDevices(options: SearchIsvDevicesOptions, call?: CallOptions): Promise<MethodReturn<IsvPosDevice[]>> {
    return this.searchDevices(options, call);
  }
}
