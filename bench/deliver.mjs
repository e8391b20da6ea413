// Posts signed deliveries, all different, and insists on 200 for each.
import { signPayWebhookForTest } from 'nestjs-pay/client';
import { Agent, request } from 'undici';
import { SECRET } from './measure-server.mjs';

export async function deliver(url, { deliveries, inFlight, seed }) {
  const signed = Array.from({ length: deliveries }, (_, index) => sign(`${seed}-${index}`));
  const dispatcher = new Agent({ connections: inFlight });
  const worker = async () => {
    for (let next = signed.pop(); next !== undefined; next = signed.pop()) {
      const answer = await request(url, {
        dispatcher,
        method: 'POST',
        headers: next.headers,
        body: next.rawBody,
      });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`a delivery was answered ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  await dispatcher.close();
}

function sign(id) {
  const link = `https://api.vivapayments.com/dataservices/v1/FileRequests/File/${id}/1`;
  const { rawBody, headers } = signPayWebhookForTest({
    secret: SECRET,
    deliveryId: id,
    body: {
      Text: `Download file from: ${link}`,
      Link: link,
      Authorized: true,
      ExpirationDate: '2026-02-04T01:09:06.239 +00:00',
      FileType: '.csv',
      RetryCount: 0,
      RetryDelayInSeconds: null,
    },
  });
  return { rawBody, headers: { ...headers, 'content-type': 'application/json' } };
}
