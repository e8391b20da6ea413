import { PayWallet } from 'nestjs-pay/client';
import type { World } from './world.js';

/** The merchant's client with the credentials of the data services: those of checkout are refused there. */
export function dataClient({ simulator: { credentials, endpoints } }: World): PayWallet {
  return new PayWallet({ ...credentials.merchant, ...credentials.dataServices, endpoints, dev: true });
}
