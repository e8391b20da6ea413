// An ISV: an order for a connected merchant, and the address that the service verifies.
import { buildPayIsvWebhookVerificationResponse, PayISV, unwrap } from 'nestjs-pay/client';
import { createPaySimulator } from 'nestjs-pay/simulator';

const simulator = await createPaySimulator();
const isv = new PayISV({ ...simulator.credentials.isv, endpoints: simulator.endpoints, dev: true });
const merchant = simulator.connectedMerchants.connect().account.credentials.merchant.merchantId;
const order = unwrap(await isv.payments.createOrder(merchant, { amount: 2450, isvAmount: 100 }));
const response = buildPayIsvWebhookVerificationResponse('the-key');
await isv.close();
await simulator.close();
console.log(JSON.stringify({ isOrdered: /^\d{16}$/.test(order.orderCodeText), body: response.body }));
