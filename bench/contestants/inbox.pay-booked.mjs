// The same with a handler that writes a row in the transaction which also says that the event is handled.
import { measureHandled } from '../measure-handled.mjs';

measureHandled({
  needsTransaction: true,
  handle: (db, { event }) => db.query('insert into effects values ($1)', [event.data.TransactionId]),
});
