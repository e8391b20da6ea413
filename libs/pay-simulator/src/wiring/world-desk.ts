import type { WorldDesk } from '../control/control-route.js';
import { CONSOLE_PATH, TERMINAL_PATH } from '../console/console-address.js';
import { environmentOf } from '../services/environment.js';
import type { World, Worlds } from './worlds.js';

/** Returns what the control API offers of worlds. */
export function worldDesk(worlds: Worlds): WorldDesk {
  return {
    create: ({ now, ...settings }, url) => {
      const options = { ...settings, ...(typeof now === 'string' && { now: new Date(now) }) };
      return describeWorld(worlds.create(options), url);
    },
    list: (url) => worlds.list().map((world) => summarize(world, url)),
    get: (id, url) => describeWorld(worlds.get(id), url),
    end: (id) => worlds.end(id),
  };
}

function summarize({ id, base, endsAt }: World, url: string) {
  return { id, endsAt, console: `${url}${base}${CONSOLE_PATH}` };
}

/** Returns what a client needs to use a world. */
export function describeWorld(world: World, url: string) {
  const { base, controlToken, id, services } = world;
  const { credentials } = services.account;
  return {
    ...summarize(world, url),
    terminals: `${url}${base}${TERMINAL_PATH}`,
    control: `${url}/_simulator/worlds/${id}`,
    controlToken: controlToken ?? null,
    credentials,
    environment: environmentOf({ credentials, url }),
  };
}
