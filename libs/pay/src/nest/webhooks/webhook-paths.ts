import type { Type } from '@nestjs/common';
import { PayWiringError } from '../pay.exceptions.js';
import type { RouteHandler } from './pay-webhook.routes.js';

/** A method with `@PayWebhook()`, and where it stands. */
export interface WebhookEndpointPlace {
  controller: Type;
  handler: RouteHandler;
  /** What RouterModule puts before the paths of its module. */
  prefix: string;
}

/** Where Nest keeps what its decorators say of routes. */
const PATH = 'path';
const HOST = 'host';
const VERSION = '__version__';

/**
 * Of two webhooks on one path the second is never reached: the first would take the other account's deliveries.
 *
 * @throws PayWiringError naming both.
 */
export function refuseSharedPaths(endpoints: readonly WebhookEndpointPlace[]): void {
  const taken = new Map<string, string>();
  for (const { controller, handler, prefix } of endpoints) {
    const name = `${controller.name}.${handler.name}`;
    const host: unknown = Reflect.getMetadata(HOST, controller);
    const version: unknown =
      Reflect.getMetadata(VERSION, handler) ?? Reflect.getMetadata(VERSION, controller);
    for (const path of pathsOf(controller, handler, prefix)) {
      const key = JSON.stringify([path, String(host), String(version)]);
      const other = taken.get(key);
      taken.set(key, name);
      if (other === undefined || other === name) continue;
      throw new PayWiringError(
        `two webhooks have the path ${path}, so that one of them would never be reached: ${other} and ${name}. ` +
          'Give each a path of its own.',
      );
    }
  }
}

function pathsOf(controller: Type, handler: RouteHandler, prefix: string): string[] {
  return listOf(Reflect.getMetadata(PATH, controller)).flatMap((base) =>
    listOf(Reflect.getMetadata(PATH, handler)).map((own) => {
      const parts = [prefix, base, own].flatMap((part) => part.split('/'));
      return `/${parts.filter((part) => part !== '').join('/')}`;
    }),
  );
}

function listOf(paths: unknown): string[] {
  return (Array.isArray(paths) ? paths : [paths]).map((path) => (typeof path === 'string' ? path : ''));
}
