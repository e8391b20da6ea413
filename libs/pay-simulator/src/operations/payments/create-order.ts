import { DEFAULT_SOURCE_CODE } from '../../domain/sources.js';
import type { OrderDetails } from '../../domain/order.js';
import type { Fields } from '../../http/fields.js';
import type { AccountServices } from '../../wiring/merchant-services.js';
import { readWebAddress } from '../field-kinds.js';
import type { OperationHandler } from '../../http/operation.js';
import { checkKlarnaOptions } from './klarna-options.js';
import * as read from './order-fields.js';

/** Reads the additional order details of an ISV or a platform. */
export type AdditionalDetailsReader = (
  body: Fields,
  order: { readonly amount: number; readonly preauth: boolean },
) => Partial<OrderDetails>;

/** Creates a payment order. @see contract/payments.json payments.createOrder */
export const createOrder =
  (
    { account, clock, orders, sources }: AccountServices,
    readAdditionalDetails: AdditionalDetailsReader = () => ({}),
  ): OperationHandler =>
  ({ body }) => {
    const isCardVerification = body.boolean('isCardVerification') ?? false;
    const amount = read.orderAmount(body, isCardVerification);
    const customer = body.object('customer');
    const language = read.requestLanguage(customer);
    const sourceCode = body.code('sourceCode') ?? DEFAULT_SOURCE_CODE;
    const payment = {
      preauth: body.boolean('preauth') ?? false,
      allowRecurring: body.boolean('allowRecurring') ?? false,
      maxInstallments: body.integer('maxInstallments', { min: 0, max: 36 }) ?? 0,
    };
    read.checkExclusive(body, payment);
    const tipAmount = read.tipAmount(body, amount);
    checkKlarnaOptions(body);
    checkIgnoredFields(body);
    const details = {
      ...readAdditionalDetails(body, { amount, preauth: payment.preauth }),
      ...payment,
      ...read.orderTexts(body),
      ...read.paymentMethodFields(body),
      amount,
      tipAmount,
      isCardVerification,
      disableCash: body.boolean('disableCash') ?? false,
      sourceCode,
      currencyCode: read.currencyCode(body) ?? account.currencyCode,
      customer: read.customerFields(customer),
      tags: read.orderTags(body),
      forceMaxInstallments: body.boolean('forceMaxInstallments') ?? false,
      disableExactAmount: body.boolean('disableExactAmount') ?? false,
      dynamicDescriptor: read.dynamicDescriptor(body),
      expiredUrl: expiredUrl(body),
      expiresAt: read.expiry(body, clock.now()),
    };
    body.check();
    const source = sources.getUsable(sourceCode);
    const order = orders.create({ ...details, language: language ?? source.language });
    return { status: 200, json: { orderCode: BigInt(order.code) } };
  };

/** Validates fields that have no effect in the simulator. */
function checkIgnoredFields(body: Fields): void {
  for (const name of ['paymentNotification', 'disableWallet', 'disableSurcharge']) body.boolean(name);
  body.text('saleToAcquirerData');
  const loan = body.object('nbgLoanOrderOptions');
  loan?.text('Code');
  loan?.integer('ReceiptType');
}

/** Reads the URL for customers of an expired order: `stateId` 1 and `urlFail`, both or neither. */
function expiredUrl(body: Fields): string | null {
  const stateId = body.integer('stateId', { min: 1, max: 1 });
  const urlFail = readWebAddress(body, 'urlFail');
  if (body.has('stateId') !== body.has('urlFail')) body.expect('stateId, urlFail', 'both or neither');
  return stateId === undefined ? null : (urlFail ?? null);
}
