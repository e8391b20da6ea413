import { PayWallet } from 'nestjs-pay/client';
import type { World } from './world.js';

/** Creates a client with the Data Services credentials, because those of the checkout are rejected. */
export function dataClient({ simulator: { credentials, endpoints } }: World): PayWallet {
  return new PayWallet({ ...credentials.merchant, ...credentials.dataServices, endpoints, dev: true });
}
