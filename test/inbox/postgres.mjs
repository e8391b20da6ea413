// Starts one PostgreSQL server for all tests of the project. If it cannot start, the tests that need it are skipped with a reason.
import { noteSkipped } from '../skipped.mjs';
import { startServer } from '../postgres/server.mjs';

export default async function startPostgres() {
  try {
    const server = await startServer(['fsync=off']);
    globalThis.payTestPostgres = server;
    process.env.PAY_TEST_POSTGRES = server.url;
  } catch (error) {
    noteSkipped(
      `Tests of the inbox on a PostgreSQL server were skipped: the server cannot start (${error.message}). ` +
        'npm ci installs it as an optional dependency.',
    );
  }
}
