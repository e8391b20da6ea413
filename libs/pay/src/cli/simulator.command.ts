import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Command } from './command.js';

// The path comes from package.json, because the library must not import the simulator.
function simulatorFile(): string {
  const manifest = createRequire(import.meta.url).resolve('nestjs-pay/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  return join(dirname(manifest), bin['pay-simulator'] ?? '');
}

export const simulatorCommand: Command = {
  // The simulator prints its own usage.
  usage: '',
  helpsItself: true,
  async run(args, io) {
    await io.start(simulatorFile(), args);
    return 0;
  },
};
