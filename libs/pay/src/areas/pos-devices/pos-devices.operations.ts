import { defineOperation } from '../../core/operation/operation.js';
import { SearchDevicesOptions } from './pos-devices.types.js';
import type { PosDevice } from './pos-devices.types.js';

export const SEARCH_DEVICES = defineOperation<PosDevice[]>()({
  id: 'pos.devices.searchDevices',
  method: 'POST',
  host: 'api',
  path: '/ecr/v1/devices:search',
  auth: 'cloudTerminal',
  retry: 'safe',
  options: { dto: SearchDevicesOptions, in: 'json' },
  answer: { kind: 'list', required: ['terminalId'], members: { types: { terminalId: 'text' } } },
});
