export { OnPaySale } from './till/on-pay-sale.decorator.js';
export { PayTill } from './till/pay-till.js';
export { PayTillModule } from './till/pay-till.module.js';
export { PayTillError } from './till/till-error.js';
export type { PaySale, PayTillTotal } from './till/sale.types.js';
