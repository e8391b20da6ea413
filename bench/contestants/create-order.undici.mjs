import { Agent, request } from 'undici';
import { CLIENT_BASIC, FORM, measureClient, ORDER, tokenBy } from '../measure-client.mjs';

measureClient((url, mode) => {
  const dispatcher = new Agent();
  const send = async (path, authorization, contentType, body) => {
    const response = await request(url + path, {
      dispatcher,
      method: 'POST',
      headers: { authorization, 'content-type': contentType },
      body,
    });
    return response.body.json();
  };
  const token = tokenBy(mode, () =>
    send('/connect/token', CLIENT_BASIC, FORM, 'grant_type=client_credentials'),
  );
  return async () => {
    const { access_token } = await token();
    const order = await send(
      '/checkout/v2/orders',
      `Bearer ${access_token}`,
      'application/json',
      JSON.stringify(ORDER),
    );
    return order.orderCode;
  };
});
