import { Area } from '../../core/http/area.js';
import type { CallOptions } from '../../core/options/call-options.js';
import type { MethodReturn } from '../../core/operation/method-return.js';
import { SEARCH_ISV_DEVICES } from './isv-pos.operations.js';
import type { IsvPosDevice, SearchIsvDevicesOptions } from './isv-pos.types.js';

/** The card terminals of connected merchants. */
export class IsvPosDevices extends Area {
  /**
   * Lists a connected merchant's terminals, all or those of one state or store. Empty when none fits.
   *
   * @see contract/isv.json pos.devices.searchDevices
   */
  searchDevices(options: SearchIsvDevicesOptions, call?: CallOptions): Promise<MethodReturn<IsvPosDevice[]>> {
    return this.sender.send(SEARCH_ISV_DEVICES, { options }, call);
  }

  /** @deprecated use `searchDevices()`, which this calls. */
  getDevices(options: SearchIsvDevicesOptions, call?: CallOptions): Promise<MethodReturn<IsvPosDevice[]>> {
    return this.searchDevices(options, call);
  }
}
