import Stripe from 'stripe-newest';
import { measureClient, ORDER } from '../measure-client.mjs';

// The nearest call of another service: one request with a secret key, no token.
measureClient((url) => {
  const { hostname, port } = new URL(url);
  const stripe = new Stripe('sk_test_bench', {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
  return async () => {
    const { amount, customerTrns, merchantTrns, customer } = ORDER;
    const made = await stripe.paymentIntents.create({
      amount,
      currency: 'eur',
      description: customerTrns,
      metadata: { merchantTrns, ...customer },
    });
    return made.orderCode;
  };
});
