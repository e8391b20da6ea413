// The durable inbox with a handler that writes a row in the transaction that marks the event as handled.
import { measureHandled } from '../measure-handled.mjs';

measureHandled({
  needsTransaction: true,
  handle: (db, { event }) => db.query('insert into effects values ($1)', [event.data.TransactionId]),
});
