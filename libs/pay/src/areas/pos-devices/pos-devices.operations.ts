import { defineOperation } from '../define-operation.js';
import { SearchDevicesOptions } from './pos-devices.options.generated.js';

export const SEARCH_DEVICES = defineOperation('pos.devices.searchDevices', {
  options: { dto: SearchDevicesOptions },
});
