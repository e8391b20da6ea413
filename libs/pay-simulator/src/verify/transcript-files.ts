import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Transcript } from './verify.types.js';

/** Writes a transcript, one file for each day and choice of classes. Returns its path. */
export function writeTranscript(folder: string, transcript: Transcript, suffix = ''): string {
  mkdirSync(folder, { recursive: true });
  const { target, date, classes } = transcript;
  const file = join(folder, `${date}-${target}-${[...classes].sort().join('-')}${suffix}.json`);
  writeFileSync(file, `${JSON.stringify(transcript, null, 1)}\n`);
  return file;
}
