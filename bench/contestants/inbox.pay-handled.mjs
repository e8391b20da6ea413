// The durable inbox with workers and a handler that does nothing.
import { measureHandled } from '../measure-handled.mjs';

measureHandled({ needsTransaction: false, handle: () => Promise.resolve() });
