import { defineOperation } from '../define-operation.js';
import { LOST_ORDER } from '../payments/payments.operations.js';
import { CreateMarketplaceOrderOptions } from './marketplace-payments.options.generated.js';

export const CREATE_MARKETPLACE_ORDER = defineOperation('payments.createOrder', {
  outcomeLookup: LOST_ORDER,
  options: { dto: CreateMarketplaceOrderOptions },
});
