import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { DeviceStatus } from './pos-devices.enums.js';

/** Filters of `pos.devices.searchDevices`. */
export class SearchDevicesOptions {
  /** {@link DeviceStatus}, 0 to 7. */
  @IsOptional() @IsInt() @Min(0) @Max(7) statusId?: DeviceStatus;
  /** Code of the store that the device belongs to. */
  @IsOptional() @IsString() sourceCode?: string;
}

/** A terminal of the merchant. */
export interface PosDevice {
  /** What the other POS calls name as `terminalId`. */
  terminalId: string;
  statusId: DeviceStatus;
  /** Code of the store that the merchant assigned it to. */
  sourceCode?: string | null;
  /** Virtual serial number. */
  virtualTerminalId?: string | null;
}
