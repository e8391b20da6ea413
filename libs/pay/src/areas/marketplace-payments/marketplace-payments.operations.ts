import { defineOperation } from '../define-operation.js';
import type { CreateOrderResult } from '../payments/payments.types.js';
import { CreateMarketplaceOrderOptions } from './marketplace-payments.types.js';

export const CREATE_MARKETPLACE_ORDER = defineOperation<CreateOrderResult>()('payments.createOrder', {
  outcomeLookup: {
    nothing:
      'The service finds an order only by its code. An order whose code is lost cannot be paid, and expires.',
    harmlessWithout: ['paymentNotification'],
  },
  options: { dto: CreateMarketplaceOrderOptions },
  response: { kind: 'json', required: ['orderCode'], members: { types: { orderCode: 'int64' } } },
});
