import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Calls with the address of an endpoint that answers every request with a JSON body, such as the webhook key. */
export async function answeringKey<Result>(
  body: Record<string, string>,
  call: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer((_request, response) => response.end(JSON.stringify(body)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await call(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/pay`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
