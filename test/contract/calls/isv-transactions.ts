import { text } from '../call-example.js';
import type { CallExample } from '../call-example.js';
import { parted } from './data-services.js';
import { targetMerchantId } from './isv-payments.js';

const at = (path: Record<string, string>) => ({
  transactionId: text(path, 'transactionId'),
  targetMerchantId,
});

export const isvTransactionsCalls: Record<string, CallExample> = {
  'PayISV transactions.retrieveTransactionById': (c, path, { merchantId }) =>
    c.PayISV.transactions.retrieveTransactionById({
      ...at(path),
      targetMerchantId: merchantId as string,
    }),
  'PayISV transactions.retrieveLegacyTransaction': (c, path) =>
    c.PayISV.transactions.retrieveLegacyTransaction(at(path)),
  'PayISV transactions.retrieveTransactionsByDate': (c, _path, { date }) =>
    c.PayISV.transactions.retrieveTransactionsByDate({ date, targetMerchantId } as never),
  'PayISV transactions.retrieveTransactionsByClearanceDate': (c, _path, { clearancedate }) =>
    c.PayISV.transactions.retrieveTransactionsByClearanceDate({
      clearanceDate: clearancedate,
      targetMerchantId,
    } as never),
  'PayISV transactions.retrieveTransactionsByOrderCode': (c, _path, { ordercode }) =>
    c.PayISV.transactions.retrieveTransactionsByOrderCode({
      orderCode: ordercode,
      targetMerchantId,
    } as never),
  'PayISV transactions.retrieveTransactionsBySourceCode': (c, _path, { sourcecode, date }) =>
    c.PayISV.transactions.retrieveTransactionsBySourceCode({
      sourceCode: sourcecode,
      date,
      targetMerchantId,
    } as never),
  'PayISV transactions.retrieveTransactionsByResellerSourceCode': (c, _path, { ResellerSourceCode, date }) =>
    c.PayISV.transactions.retrieveTransactionsByResellerSourceCode({
      resellerSourceCode: ResellerSourceCode,
      date,
      targetMerchantId,
    } as never),
  'PayISV transactions.searchTransactions': (c, _path, options) =>
    c.PayISV.transactions.searchTransactions(...parted(options)),
  'PayISV transactions.cancelTransaction': (c, path, options) =>
    c.PayISV.transactions.cancelTransaction({ ...options, ...at(path) } as never),
  'PayISV transactions.payOutOld': (c, path, options) =>
    c.PayISV.transactions.payOutOld({ ...options, ...at(path) } as never),
  'PayISV transactions.createRecurringTransaction': (c, path, options) =>
    c.PayISV.transactions.createRecurringTransaction({ ...options, ...at(path) } as never),
  'PayISV transactions.increasePreauth': (c, path, { merchantId, ...options }) =>
    c.PayISV.transactions.increasePreauth({
      ...options,
      transactionId: text(path, 'transactionId'),
      targetMerchantId: merchantId,
    } as never),
  'PayISV transactions.capturePreAuthPayment': (c, path, options) =>
    c.PayISV.transactions.capturePreAuthPayment({ ...options, ...at(path) } as never),
  'PayISV transactions.makeMotoCardCharge': (c, _path, options) =>
    c.PayISV.transactions.makeMotoCardCharge({ ...options, targetMerchantId } as never),
};
