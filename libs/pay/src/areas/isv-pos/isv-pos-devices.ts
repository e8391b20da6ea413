import { IsvPosDevicesMethods } from '../methods.generated.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import type { SearchIsvDevicesOptions } from '../options.generated.js';
import type { IsvPosDevice } from '../results.generated.js';

/** Lists the card terminals of connected merchants. */
export class IsvPosDevices extends IsvPosDevicesMethods {
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
