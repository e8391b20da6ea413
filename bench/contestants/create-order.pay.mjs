import { PayWallet } from 'nestjs-pay/client';
import { CREDENTIALS, measureClient, ORDER } from '../measure-client.mjs';

measureClient((url, tokens) => {
  const wallet = new PayWallet({ ...CREDENTIALS, tokens, endpoints: { accounts: url, api: url, web: url } });
  return async () => (await wallet.payments.createOrder(ORDER)).data?.orderCode;
});
