import { IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { DeviceStatus } from '../coded-values.generated.js';

/** Filters of `pos.devices.searchDevices`. */
export class SearchDevicesOptions {
  /** State of the terminals: a {@link DeviceStatus}, 0 to 7. */
  @IsOptional() @IsInt() @Min(0) @Max(7) statusId?: DeviceStatus;
  /** Code of the store that the terminal belongs to. */
  @IsOptional() @IsString() sourceCode?: string;
}
