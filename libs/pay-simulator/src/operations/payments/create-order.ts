import { DEFAULT_SOURCE_CODE } from '../../domain/sources.js';
import type { OrderTerms } from '../../domain/order.js';
import type { Fields } from '../../http/fields.js';
import type { Services } from '../../wiring/services.js';
import { isWebAddress } from '../../domain/web-address.js';
import type { OperationHandler } from '../operation.js';
import { checkKlarnaOptions } from './klarna-options.js';
import * as read from './order-fields.js';

/** Reads what an ISV or a platform adds to an order. */
export type MoreTerms = (
  body: Fields,
  order: { readonly amount: number; readonly preauth: boolean },
) => Partial<OrderTerms>;

/** Creates a payment order. @see contract/payments.json payments.createOrder */
export const createOrder =
  (
    { account, clock, orders, sources }: Pick<Services, 'account' | 'clock' | 'orders' | 'sources'>,
    more: MoreTerms = () => ({}),
  ): OperationHandler =>
  ({ body }) => {
    const isCardVerification = body.boolean('isCardVerification') ?? false;
    const amount = read.orderAmount(body, isCardVerification);
    const customer = body.object('customer');
    const language = read.requestLanguage(customer);
    const sourceCode = body.text('sourceCode', { min: 1 }) ?? DEFAULT_SOURCE_CODE;
    const payment = {
      preauth: body.boolean('preauth') ?? false,
      allowRecurring: body.boolean('allowRecurring') ?? false,
      maxInstallments: body.integer('maxInstallments', { min: 0, max: 36 }) ?? 0,
    };
    read.checkExclusive(body, payment);
    const tipAmount = read.tipAmount(body, amount);
    if (payment.preauth && tipAmount > 0)
      body.expect('tipAmount', 'no tip on a pre-authorisation: set it at capture');
    checkKlarnaOptions(body);
    checkAccepted(body);
    const terms = {
      ...more(body, { amount, preauth: payment.preauth }),
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
    const source = sources.usable(sourceCode);
    const order = orders.create({ ...terms, language: language ?? source.language });
    return { status: 200, json: { orderCode: BigInt(order.code) } };
  };

/** Fields that the service takes and that change nothing here: their types are checked all the same. */
function checkAccepted(body: Fields): void {
  for (const name of ['paymentNotification', 'disableWallet', 'disableSurcharge']) body.boolean(name);
  body.text('saleToAcquirerData');
  const loan = body.object('nbgLoanOrderOptions');
  loan?.text('Code');
  loan?.integer('ReceiptType');
}

/** Where an expired order sends the customer: stateId 1 and urlFail, both or neither. */
function expiredUrl(body: Fields): string | null {
  const stateId = body.integer('stateId', { min: 1, max: 1 });
  const urlFail = body.text('urlFail');
  if (urlFail !== undefined && !isWebAddress(urlFail))
    body.expect('urlFail', 'an absolute http or https address');
  if (body.has('stateId') !== body.has('urlFail')) body.expect('stateId, urlFail', 'both or neither');
  return stateId === undefined ? null : (urlFail ?? null);
}
