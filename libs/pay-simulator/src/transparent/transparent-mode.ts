import type { Listener, Serve } from '../http/listener.js';
import { defaultCaDir, loadCertificates } from './certificates.js';
import { API_ADDRESS } from './service-hosts.js';
import { createTransparentListener } from './transparent-listener.js';
import type { TransparentMode } from './transparent-mode.types.js';

/** Loads or creates the certificates. @returns What the simulator's server needs to respond under the service's host names. */
export async function createTransparentMode(caDir = defaultCaDir()) {
  const { server, files } = await loadCertificates(caDir);
  return {
    apiAddress: API_ADDRESS,
    createListener: (serve: Serve, keepAliveTimeout: number): Listener =>
      createTransparentListener(server, serve, keepAliveTimeout),
    describe: (url: string): TransparentMode => ({ proxyUrl: url, ...files }),
  };
}
