import { bodyAs, handlers, parameter, type ControlInput, type WorldSettings } from '../control-route.js';

/** Worlds. */
export const WORLD_ROUTES = handlers({
  // A world whose token opens no other world sees itself and `default`.
  listWorlds: ({ world }, { worlds, origin }) => {
    const shown = ['default', world.id, ...world.others()];
    return worlds.list(origin).filter(({ id }) => shown.includes(id));
  },
  createWorld: (_, request) => request.worlds.create(bodyAs<WorldSettings>(request), request.origin),
  getWorld: (_, request) => request.worlds.get(worldId(request), request.origin),
  endWorld: (_, request) => request.worlds.end(worldId(request)),
});

const worldId = (request: ControlInput): string => parameter(request, 'worldId');
