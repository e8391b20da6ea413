import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { noteSkipped } from '../skipped.mjs';
import { RunningCommand } from './running-command.js';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'pay-sea-'));
afterAll(() => rmSync(folder, { recursive: true }));
// Node in a shared library of a Linux distribution has no place for an application.
const canContain = readFileSync(process.execPath).includes('NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2');
if (!canContain)
  noteSkipped(`The executable file was skipped: ${process.execPath} is not a binary of nodejs.org.`);

describe('scripts/sea.mjs', () => {
  (canContain ? it : it.skip)(
    'writes one file that runs the simulator without Node and packages (needs a binary of nodejs.org)',
    async () => {
      const file = join(folder, 'pay-simulator');
      execFileSync(process.execPath, [join(ROOT, 'scripts/sea.mjs'), file], { stdio: 'pipe' });
      writeFileSync(join(folder, 'shop.yaml'), 'orders:\n  - { amount: 2450 }\n');
      const command = await RunningCommand.start(file, ['--port=0', '--mark', '--seed-file=shop.yaml'], {
        env: { PATH: folder },
        cwd: folder,
        until: /^Order +\d+/m,
      });
      const url = command.printed(/^Simulator +(http:\S+)$/m);
      const checkout = await fetch(`${url}/web/web/checkout?ref=${command.printed(/^Order +(\d+)/m)}`);
      expect(await checkout.text()).toContain('24.50');
      expect((await command.stop()).code).toBe(0);
      expect(execFileSync(file, ['verify', '--help'], { encoding: 'utf8' })).toContain('--demo');
    },
  );
});
