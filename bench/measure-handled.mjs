// Measures an inbox with workers until the last delivery is handled.
import { measureInbox, runInFlight } from './measure-inbox.mjs';

/**
 * @param createInbox Creates the inbox on a connection.
 * @param handle Handles a delivery. With `needsTransaction`, in the transaction that marks the event as handled.
 * @param connect See `measureInbox`.
 */
export function measureHandled({
  createInbox,
  handle = async () => undefined,
  needsTransaction = false,
  connect,
}) {
  measureInbox(async (connection) => {
    let left = 0;
    let done;
    const inbox = await createInbox(connection);
    const steps = {
      confirm: async (delivery) => ({ outcome: 'confirmed', delivery, isConfirmed: true }),
      handlersOf: (delivery) => ({
        needsTransaction,
        run: (db) => handle(db, delivery),
        handled: () => --left === 0 && done(),
      }),
    };
    await inbox.start({ ...steps, logger: console });
    return {
      run: async (deliveries, inFlight) => {
        left = deliveries.length;
        const handled = new Promise((resolve) => (done = resolve));
        await runInFlight(deliveries, inFlight, (delivery) => inbox.receive(delivery, steps));
        await handled;
      },
      close: () => inbox.stop(),
    };
  }, connect);
}
