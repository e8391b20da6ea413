// The floor of a call: undici with a token, writing and parsing JSON.
import { Agent, request } from 'undici';
import { measureClient, ORDER, TOKEN } from '../measure-client.mjs';

measureClient((url) => {
  const dispatcher = new Agent();
  return async () => {
    const response = await request(`${url}/checkout/v2/orders`, {
      dispatcher,
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(ORDER),
    });
    return (await response.body.json()).orderCode;
  };
});
