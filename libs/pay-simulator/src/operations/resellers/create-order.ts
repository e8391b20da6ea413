import { rfCodeOfOrder } from '../../domain/rf-code.js';
import { DEFAULT_SOURCE_CODE } from '../../domain/sources.js';
import type { Services } from '../../wiring/services.js';
import type { OperationHandler } from '../operation.js';
import * as read from '../payments/order-fields.js';

/** Creates an order as reseller, with its RF code. @see contract/resellers.json resellers.createOrder */
export const createResellerOrder =
  ({
    account,
    clock,
    orders,
    resellerDesk,
  }: Pick<Services, 'account' | 'clock' | 'orders' | 'resellerDesk'>): OperationHandler =>
  ({ body }) => {
    resellerDesk.requireReseller();
    const amount = read.orderAmount(body, false);
    for (const name of ['merchantId', 'productId', 'resellerSourceCode']) body.text(name);
    body.integer('targetWalletId', { min: 1 });
    const terms = {
      ...read.orderTexts(body),
      amount,
      language: read.requestLanguage(body) ?? 'en-GB',
      currencyCode: read.currencyCode(body) ?? account.currencyCode,
      customer: read.customerFields(body),
      disableExactAmount: body.boolean('disableExactAmount') ?? false,
      sourceCode: DEFAULT_SOURCE_CODE,
      preauth: false,
      allowRecurring: false,
      isCardVerification: false,
      maxInstallments: 0,
      forceMaxInstallments: false,
      tipAmount: 0,
      tags: [],
      dynamicDescriptor: null,
      paymentMethods: [],
      paymentMethodFees: {},
      expiredUrl: null,
      expiresAt: read.expiry(body, clock.now()),
    };
    body.check();
    const { code } = orders.create(terms);
    return { status: 200, json: { orderCode: BigInt(code), rfPaymentCode: rfCodeOfOrder(code) } };
  };
