import { brotliDecompressSync } from 'node:zlib';
import type { ServiceHost } from '../http/operation.js';
import type { Page } from '../http/page.js';
import { jsonReply } from '../http/reply.js';

/** The part of the document that depends on the addresses. */
interface Document {
  servers: readonly object[];
  readonly paths: Readonly<Record<string, { servers: readonly object[]; readonly 'x-host': ServiceHost }>>;
  readonly components: {
    readonly securitySchemes: {
      readonly oauth: { readonly flows: { readonly clientCredentials: { tokenUrl: string } } };
    };
  };
}

/** Serves the OpenAPI document of the service's operations, with the addresses of the simulator. */
export function openApiPages(): readonly Page[] {
  return [
    {
      method: 'GET',
      path: '/openapi.json',
      // It describes the service, and contains nothing of the shop.
      isPublic: true,
      respond: async (_, { headers }) => {
        // The document is large, so it is loaded only when a client asks for it.
        const { SERVICE_DOCUMENT } = await import('./service-document.generated.js');
        const origin = `http://${headers.host ?? 'localhost'}`;
        const text = brotliDecompressSync(Buffer.from(SERVICE_DOCUMENT, 'base64')).toString();
        return jsonReply(200, withAddresses(text, origin));
      },
    },
  ];
}

function withAddresses(text: string, origin: string): string {
  const document = JSON.parse(text) as Document;
  const serversOf = (host: ServiceHost): readonly object[] => [
    { url: `${origin}/${host}`, description: 'The running simulator.' },
  ];
  document.servers = serversOf('api');
  for (const path of Object.values(document.paths)) path.servers = serversOf(path['x-host']);
  document.components.securitySchemes.oauth.flows.clientCredentials.tokenUrl = `${origin}/accounts/connect/token`;
  return JSON.stringify(document);
}
