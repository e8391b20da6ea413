import { bodyAs, handlers, parameter, type ControlInput, type WorldSettings } from '../control-route.js';

/** Worlds. */
export const WORLD_ROUTES = handlers({
  listWorlds: (_, { worlds, origin }) => worlds.list(origin),
  createWorld: (_, request) => request.worlds.create(bodyAs<WorldSettings>(request), request.origin),
  getWorld: (_, request) => request.worlds.get(worldId(request), request.origin),
  endWorld: (_, request) => request.worlds.end(worldId(request)),
});

const worldId = (request: ControlInput): string => parameter(request, 'worldId');
