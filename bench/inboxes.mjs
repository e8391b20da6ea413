// Measures durable inboxes on one PostgreSQL server, which waits for the disk.
import { startServer } from '../test/postgres/server.mjs';
import { startContestant } from './contestant.mjs';

const EVENTS = 3_000;
const CLAIMS = 40;
let server;

/** Starts the server once, and returns its address. */
export const serverUrl = async () => (await (server ??= startServer())).url;

/** A slice stores and handles events in a new process. Its cost is in milliseconds for each event. */
export async function openInbox(contestant, node) {
  const url = await serverUrl();
  return {
    async measure() {
      const inbox = startContestant(contestant, node);
      try {
        const { milliseconds } = await inbox.ask({ url, calls: EVENTS, inFlight: 64 });
        return milliseconds / EVENTS;
      } finally {
        await inbox.close();
      }
    },
  };
}

/** Opens an inbox with rows. A slice's cost is in milliseconds for each claim. */
export async function openClaim(contestant, node) {
  const url = await serverUrl();
  const inbox = startContestant({ ...contestant, file: 'contestants/inbox.claim.mjs' }, node);
  try {
    await inbox.ask({ url });
    await inbox.ask(CLAIMS);
    return { measure: () => inbox.ask(CLAIMS), close: inbox.close };
  } catch (error) {
    await inbox.close();
    throw error;
  }
}

export async function stopServer() {
  if (server === undefined) return;
  await (await server).remove();
  server = undefined;
}
