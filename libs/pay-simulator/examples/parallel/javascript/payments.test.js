/** Stands for your application, which reads its account from the environment. */
async function createOrder(amount) {
  const { PAY_CLIENT_ID, PAY_CLIENT_SECRET, PAY_SIMULATOR_URL: url } = process.env;
  const client = Buffer.from(`${PAY_CLIENT_ID}:${PAY_CLIENT_SECRET}`).toString('base64');
  const form = 'grant_type=client_credentials';
  const { access_token } = await call('POST', `${url}/accounts/connect/token`, form, `Basic ${client}`);
  return call('POST', `${url}/api/checkout/v2/orders`, { amount }, `Bearer ${access_token}`);
}

test.each([2450, 4900])('takes a payment of %d', async (amount) => {
  await createOrder(amount);
  // JSON.parse rounds an order code beyond 2^53, and the control API returns it as text.
  const [{ code }] = await call('GET', `${world.control}/orders`);
  // Stands for the customer.
  await call('POST', `${world.control}/trigger/payment`, { orderCode: code });

  const payments = await call('GET', `${world.control}/transactions`);
  expect(payments.map((payment) => [payment.orderCode, payment.amount])).toEqual([[code, amount]]);
});
