// Measures the cost of the package: import time, resident memory, boot time of an application, size on disk.
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { medians } from './contestant.mjs';

const ROOT = join(import.meta.dirname, '..');

const NEST = `
  import 'reflect-metadata';
  const { Module } = await import('@nestjs/common');
  const { NestFactory } = await import('@nestjs/core');
`;
const PAY = `
  const { PayModule } = await import('nestjs-pay');
  const imports = [PayModule.forRoot({ wallet: { clientId: 'a', clientSecret: 'b', merchantId: 'c', apikey: 'd', dev: true } })];
`;
const BOOT = `
  class AppModule {}
  Module({ imports })(AppModule);
  await NestFactory.createApplicationContext(AppModule, { logger: false });
`;

const SUBJECTS = {
  'nothing (Node alone)': '',
  "import 'undici'": "await import('undici');",
  "import 'nestjs-pay/client'": "await import('nestjs-pay/client');",
  "import 'class-validator' and 'class-transformer' (a part of it)":
    "await import('class-validator'); await import('class-transformer');",
  "import 'axios'": "await import('axios');",
  'an empty Nest application': `${NEST} const imports = []; ${BOOT}`,
  'a Nest application with `PayModule`': `${NEST} ${PAY} ${BOOT}`,
};

export async function measureFootprint({ rounds }) {
  const runs = new Map(Object.keys(SUBJECTS).map((name) => [name, []]));
  for (let round = 0; round < rounds * 3; round++)
    for (const [name, code] of Object.entries(SUBJECTS)) runs.get(name).push(await measureCode(code));
  return [...runs].map(([name, all]) => ({ name, ...medians(all) }));
}

function measureCode(code) {
  const program = `
    const cpu = process.cpuUsage();
    const started = performance.now();
    await (async () => { ${code.replace(/import '([^']+)';/g, "await import('$1');")} })();
    const { user, system } = process.cpuUsage(cpu);
    console.log(JSON.stringify({ ms: performance.now() - started, cpuMs: (user + system) / 1000, rss: process.memoryUsage().rss }));
    process.exit(0);`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: join(ROOT, 'bench'),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.on('error', reject).on('close', () => resolve(JSON.parse(out)));
  });
}

/** Returns the size of a folder in bytes. */
export function bytesOf(path) {
  const from = join(ROOT, path);
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
