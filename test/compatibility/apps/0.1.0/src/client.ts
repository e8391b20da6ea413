// A program without NestJS: sells, checks the payment and counts its calls.
import { PayWallet, unwrap, validatePayTransactionPaymentCreatedWebhook } from 'nestjs-pay/client';
import type { PayCallEvent, TransactionAnswer } from 'nestjs-pay/client';
import { createPaySimulator } from 'nestjs-pay/simulator';
import { CARD } from './card.js';

const simulator = await createPaySimulator();
const calls: PayCallEvent[] = [];
const pay = new PayWallet({
  ...simulator.credentials.merchant,
  endpoints: simulator.endpoints,
  dev: true,
  hooks: { onCall: (call) => calls.push(call) },
});
const { orderCodeText } = unwrap(await pay.payments.createOrder({ amount: 2450 }));
const outcome = simulator.checkout.pay(orderCodeText, CARD);
if (outcome.kind !== 'approved') throw new Error(outcome.kind);
const read = unwrap(await pay.transactions.getTransactionById(outcome.transaction.id));
const data = { ...read, TransactionId: outcome.transaction.id, OrderCode: read.orderCode, Amount: read.amount };
const check = validatePayTransactionPaymentCreatedWebhook(
  { ...data, StatusId: read.statusId, CurrencyCode: read.currencyCode } as never,
  { expectedStatusId: 'F', expectedAmountMinor: 2450 },
);
const refund: TransactionAnswer = unwrap(
  await pay.transactions.cancelTransaction(outcome.transaction.id, { amount: 2450 }),
);
await pay.close();
await simulator.close();
console.log(JSON.stringify({ isValid: check.valid, isRefunded: refund.Success, isObserved: calls.length > 0 }));
