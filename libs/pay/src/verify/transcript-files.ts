import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/**
 * Reads the transcripts of a folder.
 *
 * @throws Error that names a file of another format.
 */
export function readTranscripts(folder: string): readonly { file: string; transcript: Transcript }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const file = join(folder, name);
      const transcript = JSON.parse(readFileSync(file, 'utf8')) as Transcript;
      // A comparison needs all members of this version's records.
      if ((transcript as { format: unknown }).format !== 1)
        throw new Error(`${file}: expected a transcript of format 1; record it again`);
      return { file, transcript };
    });
}
