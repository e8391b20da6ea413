import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Locks of this process. */
const HELD = new Set<string>();

/** Keeps a second process from using a file. A lock of a process that no longer runs does not count. */
export class FileLock {
  private readonly path: string;

  /** @throws RangeError if a simulator uses the file. */
  constructor(file: string) {
    this.path = `${join(realpathSync(dirname(file)), basename(file))}.lock`;
    if (!this.acquire()) {
      const owner = this.owner();
      if (isRunning(owner, this.path))
        throw new RangeError(
          `dataFile: process ${owner} uses ${file}; stop it or use another path. If it is not a simulator, delete ${this.path}`,
        );
      rmSync(this.path, { force: true });
      if (!this.acquire()) throw new RangeError(`dataFile: another process uses ${file}; use another path`);
    }
    HELD.add(this.path);
  }

  release(): void {
    if (HELD.delete(this.path)) rmSync(this.path, { force: true });
  }

  private acquire(): boolean {
    try {
      writeFileSync(this.path, String(process.pid), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
  }

  private owner(): number {
    try {
      return Number(readFileSync(this.path, 'utf8'));
    } catch {
      return 0;
    }
  }
}

/** Returns whether the owner of a lock runs. A container can give a new process the number of a killed one, so our own is compared. */
function isRunning(pid: number, lock: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return HELD.has(lock);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
