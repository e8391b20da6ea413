import { Agent, request } from 'undici';
import { CLIENT_BASIC, FORM, measureClient, ORDER } from '../measure-client.mjs';

measureClient((url) => {
  const dispatcher = new Agent();
  const send = async (path, authorization, contentType, body) => {
    const answer = await request(url + path, {
      dispatcher,
      method: 'POST',
      headers: { authorization, 'content-type': contentType },
      body,
    });
    return answer.body.json();
  };
  return async () => {
    const token = await send('/connect/token', CLIENT_BASIC, FORM, 'grant_type=client_credentials');
    const order = await send(
      '/checkout/v2/orders',
      `Bearer ${token.access_token}`,
      'application/json',
      JSON.stringify(ORDER),
    );
    return order.orderCode;
  };
});
