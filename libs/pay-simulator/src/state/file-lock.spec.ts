import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { until } from '../../testing/until.js';
import { FileLock } from './file-lock.js';

const OTHER_CONTAINER = '1\nother-container\n';

let folder: string;
let file: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pay-simulator-'));
  file = join(folder, 'state');
  lock = `${file}.lock`;
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the lock of a data file', () => {
  it('is respected while its owner in another container shows that it runs', async () => {
    writeFileSync(lock, OTHER_CONTAINER);
    const owner = setInterval(() => utimesSync(lock, new Date(), new Date()), 20);
    await expect(FileLock.acquire(file)).rejects.toThrow(
      /^dataFile: process 1 on other-container uses .*state; stop it or use another path/,
    );
    clearInterval(owner);
    expect(readFileSync(lock, 'utf8')).toBe(OTHER_CONTAINER);
  });

  it('is respected if its owner in another container shows that while this process is suspended', async () => {
    writeFileSync(lock, OTHER_CONTAINER);
    const acquired = FileLock.acquire(file, 50);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    utimesSync(lock, new Date(), new Date(Date.now() + 1_000));
    await expect(acquired).rejects.toThrow('process 1 on other-container uses');
  });

  it('is taken over when its owner in another container was killed', async () => {
    writeFileSync(lock, OTHER_CONTAINER);
    const taken = await FileLock.acquire(file, 100);
    await expect(FileLock.acquire(file)).rejects.toThrow(`process ${process.pid} on `);
    taken.release();
    (await FileLock.acquire(file)).release();
  });

  it('is taken over at once when its owner on this machine was killed', async () => {
    const own = await FileLock.acquire(file);
    const [, ...place] = readFileSync(lock, 'utf8').split('\n');
    own.release();
    writeFileSync(lock, ['4194999', ...place].join('\n'));
    (await FileLock.acquire(file, 60_000)).release();
  });

  it('shows every second that its owner runs', async () => {
    const own = await FileLock.acquire(file);
    const { mtimeMs } = statSync(lock);
    await until(() => statSync(lock).mtimeMs > mtimeMs);
    own.release();
  });

  it('ends an owner that was suspended and lost it', async () => {
    const own = await FileLock.acquire(file);
    writeFileSync(lock, OTHER_CONTAINER);
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
    expect(() => own.beat()).toThrow(/^dataFile: process 1 on other-container took over/);
    later.mockRestore();
    own.release();
    expect(readFileSync(lock, 'utf8')).toBe(OTHER_CONTAINER);
  });
});
