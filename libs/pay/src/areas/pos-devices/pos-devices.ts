import { PosDevicesMethods } from '../methods.generated.js';

/** Lists the merchant's card terminals. */
export class PayPosDevices extends PosDevicesMethods {}
