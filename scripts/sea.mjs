// node scripts/sea.mjs [file]: writes the built simulator as one executable file that contains Node, for this platform.
// See https://nodejs.org/api/single-executable-applications.html
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { inject } from 'postject';
import { packages } from './entries.mjs';
import { ROOT } from './generated.mjs';

/** Node replaces the last digit of this text in its own binary to mark that an application was added. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const isMac = process.platform === 'darwin';
const extension = process.platform === 'win32' ? '.exe' : '';

const target = resolve(process.argv[2] ?? join(ROOT, `dist/sea/pay-simulator${extension}`));
const simulator = packages.find(({ name }) => name === 'pay-simulator');
const folder = mkdtempSync(join(tmpdir(), 'pay-simulator-sea-'));
const [main, config, blob] = ['main.cjs', 'config.json', 'application.blob'].map((file) =>
  join(folder, file),
);

try {
  // A binary of a Linux distribution can have Node in a shared library.
  if (!readFileSync(process.execPath).includes(FUSE))
    throw new Error(`${process.execPath} cannot contain an application; use a binary of nodejs.org`);
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, simulator.folder, 'dist/esm/pay-simulator.js')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    write: false,
    logLevel: 'error',
  });
  // The application is no script with an interpreter line.
  writeFileSync(main, outputFiles[0].text.replace(/^#!.*\n/, ''));
  writeFileSync(
    config,
    JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true, useCodeCache: true }),
  );
  execFileSync(process.execPath, ['--experimental-sea-config', config], { stdio: 'pipe' });
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(process.execPath, target);
  chmodSync(target, 0o755);
  if (isMac) execFileSync('codesign', ['--remove-signature', target]);
  await inject(target, 'NODE_SEA_BLOB', readFileSync(blob), {
    sentinelFuse: FUSE,
    ...(isMac && { machoSegmentName: 'NODE_SEA' }),
  });
  if (isMac) execFileSync('codesign', ['--sign', '-', target]);
  console.log(target);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
