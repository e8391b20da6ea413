import { defineOperation } from '../define-operation.js';
import { SearchDevicesOptions } from './pos-devices.types.js';
import type { PosDevice } from '../results.generated.js';

export const SEARCH_DEVICES = defineOperation<PosDevice[]>()('pos.devices.searchDevices', {
  options: { dto: SearchDevicesOptions },
});
