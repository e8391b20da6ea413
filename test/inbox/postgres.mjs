// One PostgreSQL server for all tests of the project. Where it cannot start, the tests that need it are skipped and say why.
import { noteSkipped } from '../skipped.mjs';
import { startServer } from '../postgres/server.mjs';

export default async function startPostgres() {
  try {
    const server = await startServer(['fsync=off']);
    globalThis.payTestPostgres = server;
    process.env.PAY_TEST_POSTGRES = server.url;
  } catch (error) {
    noteSkipped(
      `Tests of the inbox on a PostgreSQL server were skipped: it does not start here (${error.message}). ` +
        'It comes with npm ci, optional dependencies included; as root it needs a user postgres or nobody.',
    );
  }
}
