import { defineOperation } from '../define-operation.js';
import { CreateMarketplaceOrderOptions } from '../options.generated.js';

export const CREATE_MARKETPLACE_ORDER = defineOperation('payments.createOrder', {
  options: { dto: CreateMarketplaceOrderOptions },
});
