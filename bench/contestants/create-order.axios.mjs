import { Agent } from 'node:http';
import axios from 'axios';
import { CLIENT_BASIC, FORM, measureClient, ORDER } from '../measure-client.mjs';

measureClient((url) => {
  const client = axios.create({ baseURL: url, httpAgent: new Agent({ keepAlive: true }) });
  return async () => {
    const token = await client.post('/connect/token', 'grant_type=client_credentials', {
      headers: { authorization: CLIENT_BASIC, 'content-type': FORM },
    });
    const order = await client.post('/checkout/v2/orders', ORDER, {
      headers: { authorization: `Bearer ${token.data.access_token}` },
    });
    return order.data.orderCode;
  };
});
