import { Agent } from 'node:http';
import axios from 'axios';
import { CLIENT_BASIC, FORM, measureClient, ORDER, tokenBy } from '../measure-client.mjs';

measureClient((url, mode) => {
  const client = axios.create({ baseURL: url, httpAgent: new Agent({ keepAlive: true }) });
  const token = tokenBy(mode, () =>
    client.post('/connect/token', 'grant_type=client_credentials', {
      headers: { authorization: CLIENT_BASIC, 'content-type': FORM },
    }),
  );
  return async () => {
    const { data } = await token();
    const order = await client.post('/checkout/v2/orders', ORDER, {
      headers: { authorization: `Bearer ${data.access_token}` },
    });
    return order.data.orderCode;
  };
});
