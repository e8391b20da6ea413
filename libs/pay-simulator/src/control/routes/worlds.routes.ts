import type { Services } from '../../services/services.js';
import { type Handlers } from '../control-route.js';

/** Worlds. */
export const WORLD_ROUTES = {
  // A world whose token opens no other world sees itself and `default`.
  listWorlds: ({ world }, { worlds, origin }) => {
    const shown = ['default', world.id, ...world.others()];
    return worlds.list(origin).filter(({ id }) => shown.includes(id));
  },
  createWorld: (_, { body, origin, worlds }) => worlds.create(body, origin),
  getWorld: (_, { path, origin, worlds }) => worlds.get(path.worldId, origin),
  endWorld: (_, { path, worlds }) => worlds.end(path.worldId),
} satisfies Handlers<Services>;
