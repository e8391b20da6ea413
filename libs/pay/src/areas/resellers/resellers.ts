import { ResellersMethods } from '../methods.generated.js';

/**
 * Accepts payments at a reseller's counter. Only for accounts set up as resellers.
 * The library never repeats these calls, because each one sends the customer a message or creates something new.
 * The service does not document this area.
 */
export class PayResellers extends ResellersMethods {}
