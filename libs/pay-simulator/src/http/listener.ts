import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import type { HttpReply } from './reply.js';

/** Accepts connections on the simulator's port. */
export type Listener = Server & {
  /** Closes all open connections immediately. */
  closeAllConnections(): void;
};

/** Serves a request. @param adapt - Changes the response before it is sent. */
export type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  adapt?: (reply: HttpReply) => HttpReply,
) => void;
