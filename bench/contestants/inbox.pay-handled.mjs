// The same with workers beside it, until every delivery was handled by a handler that does nothing.
import { measureHandled } from '../measure-handled.mjs';

measureHandled({ needsTransaction: false, handle: () => Promise.resolve() });
