// A shop with the npm package of another author. Its hosts are those of the service.
import sdk from '@nkhind/vivawallet-sdk';

const { Marketplace, Vivawallet, getSmartCheckout } = sdk;

const { PAY_CLIENT_ID, PAY_CLIENT_SECRET, PAY_MERCHANT_ID, PAY_API_KEY, PAY_SIMULATOR_URL } = process.env;
const account = {
  dev: process.argv[2] === 'demo',
  clientId: PAY_CLIENT_ID,
  clientSecret: PAY_CLIENT_SECRET,
  merchantId: PAY_MERCHANT_ID,
  apikey: PAY_API_KEY,
};

const viva = new Vivawallet(account);
const { data: order } = await viva.payments.createOrder({ amount: 2450, customerTrns: 'Two mugs' });
const orderCode = String(order.orderCode);
const checkout = await fetch(getSmartCheckout({ orderCode, dev: account.dev }));
const page = await checkout.text();
const paid = await fetch(`${PAY_SIMULATOR_URL}/_simulator/trigger/payment`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ orderCode }),
});
const { steps } = await paid.json();
const { id } = steps.at(-1).transaction;
const { data: read } = await viva.transactions.getTransactionById(id);
// The package's `Vivawallet` refunds with an API key as a bearer token, which the service does not document.
const refund = await new Marketplace(account).transactions.cancelTransaction(id, {
  amount: 450,
  sourceCode: 'Default',
});
const report = { hasPage: page.includes('Two mugs'), status: read.statusId, amount: read.amount, refund };
process.stdout.write(`\n${JSON.stringify(report)}\n`);
