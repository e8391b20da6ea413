import { athensLocal } from '../../domain/athens-time.js';
import { majorUnits } from '../../domain/currencies.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import { orderCode } from './order-code.js';

/** What an order that never expires shows (inferred). */
const NEVER = '9999-12-31T23:59:59';

/** Reads one order; no envelope, no currency, amounts in major units. @see contract/payments.json payments.getOrder */
export const getOrder =
  ({ orders }: Pick<Services, 'orders'>): OperationHandler =>
  ({ path }) => {
    const order = orders.get(orderCode(path));
    return {
      status: 200,
      json: {
        OrderCode: BigInt(order.code),
        SourceCode: order.sourceCode,
        Tags: order.tags,
        TipAmount: majorUnits(order.tipAmount, order.currencyCode),
        RequestLang: order.language,
        MerchantTrns: order.merchantTrns,
        CustomerTrns: order.customerTrns,
        MaxInstallments: order.maxInstallments,
        RequestAmount: majorUnits(order.amount, order.currencyCode),
        ExpirationDate: order.expiresAt === null ? NEVER : athensLocal(order.expiresAt),
        StateId: order.state,
      },
    };
  };
