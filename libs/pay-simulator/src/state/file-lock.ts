import {
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const HEARTBEAT_MS = 1_000;
/** A lock of another container is obsolete after this time without a heartbeat. */
const STALE_MS = 5_000;
const LOOK_MS = 20;

/** Locks of this process. */
const HELD = new Set<string>();

/** Where process numbers are unique: a boot of a machine, and on Linux a container. */
const NAMESPACE = [
  attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
  attempt(() => readlinkSync('/proc/self/ns/pid')),
].join(' ');
const OWNER = [process.pid, hostname(), NAMESPACE].join('\n');

/**
 * Keeps a second process from using a file, also in another container that has the same volume.
 *
 * The number of a process shows only in its own container whether the process runs. For other containers, the lock counts as long as
 * its owner changes the file time.
 */
export class FileLock {
  private readonly timer = setInterval(() => this.beat(), HEARTBEAT_MS).unref();
  private lastBeat = Date.now();

  private constructor(
    private readonly file: string,
    private readonly path: string,
  ) {
    HELD.add(path);
  }

  /** @throws RangeError if a simulator uses the file. */
  static async acquire(file: string, staleMs = STALE_MS): Promise<FileLock> {
    const path = `${join(realpathSync(dirname(file)), basename(file))}.lock`;
    if (!create(path)) {
      const owner = ownerOf(path);
      if (await isInUse(path, owner, staleMs))
        throw new RangeError(
          `dataFile: ${nameOf(ownerOf(path))} uses ${file}; stop it or use another path. If it is not a simulator, delete ${path}`,
        );
      if (ownerOf(path) === owner) rmSync(path, { force: true });
      if (!create(path)) throw new RangeError(`dataFile: another process uses ${file}; use another path`);
    }
    return new FileLock(file, path);
  }

  /**
   * Shows that this process runs.
   *
   * @throws Error if another process has the lock, because this one was suspended.
   */
  beat(): void {
    const now = Date.now();
    if (now - this.lastBeat < HEARTBEAT_MS / 2) return;
    this.lastBeat = now;
    const owner = ownerOf(this.path);
    if (owner === '') return;
    if (owner !== OWNER)
      throw new Error(
        `dataFile: ${nameOf(owner)} took over ${this.file} while this process was suspended; start the simulator again with another path`,
      );
    utimesSync(this.path, new Date(now), new Date(now));
  }

  release(): void {
    clearInterval(this.timer);
    if (HELD.delete(this.path) && ownerOf(this.path) === OWNER) rmSync(this.path, { force: true });
  }
}

function create(path: string): boolean {
  try {
    writeFileSync(path, OWNER, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Returns whether the owner of a lock runs. */
async function isInUse(path: string, owner: string, staleMs: number): Promise<boolean> {
  const [pid, ...place] = owner.split('\n');
  if ([process.pid, ...place].join('\n') === OWNER) return isRunning(Number(pid), path);
  const lastBeat = fileTime(path);
  // The time itself is not compared, because another machine can have another clock. A time in which this process is suspended does not count.
  for (let looks = Math.ceil(staleMs / LOOK_MS); fileTime(path) === lastBeat; looks--) {
    if (looks === 0) return false;
    await delay(LOOK_MS);
  }
  return fileTime(path) !== undefined;
}

/** A container can give a new process the number of a killed one, so our own number is compared with our locks. */
function isRunning(pid: number, path: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return HELD.has(path);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

const fileTime = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

const ownerOf = (path: string): string => attempt(() => readFileSync(path, 'utf8'));

function nameOf(owner: string): string {
  const [pid, host = 'this machine'] = owner.split('\n');
  return `process ${pid} on ${host}`;
}

/** Returns what can be read, or an empty string. */
function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
