import type { WebhookEndpointMethod } from './pay-webhook.explorer.js';

const PATH = 'path';

/** Returns the paths of a route, without the application's global prefix and version. */
export function pathsOf({ controller, handler, prefix }: WebhookEndpointMethod): string[] {
  return listOf(Reflect.getMetadata(PATH, controller)).flatMap((base) =>
    listOf(Reflect.getMetadata(PATH, handler)).map((path) => {
      const parts = [prefix, base, path].flatMap((part) => part.split('/'));
      return `/${parts.filter((part) => part !== '').join('/')}`;
    }),
  );
}

function listOf(paths: unknown): string[] {
  return (Array.isArray(paths) ? paths : [paths]).map((path) => (typeof path === 'string' ? path : ''));
}
