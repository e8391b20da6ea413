import sdk from '@nkhind/vivawallet-sdk';
import { CREDENTIALS, measureClient, ORDER } from '../measure-client.mjs';

// The SDK has no option for its addresses. They are in a static member.
measureClient((url) => {
  const { demoEndpoints } = sdk.VivaBases.VivaEndpoints;
  demoEndpoints.auth.url = `${url}/connect/token`;
  demoEndpoints.payment.create.url = `${url}/checkout/v2/orders`;
  const client = new sdk.Vivawallet({ ...CREDENTIALS, dev: true });
  return async () => (await client.payments.createOrder(ORDER)).data?.orderCode;
});
