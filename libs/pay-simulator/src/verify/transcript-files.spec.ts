import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPaySimulator } from '../index.js';
import { PROBES } from './probes.generated.js';
import { runProbes } from './run-probes.js';
import { simulatorTarget } from './simulator-target.js';
import { writeTranscript } from './transcript-files.js';
import { replay } from './verify.js';
import type { Transcript, VerifyReport } from './verify.types.js';

/** Recorded runs against the service. */
const OBSERVED = 'contract/observed';

const folder = mkdtempSync(join(tmpdir(), 'pay-observed-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads the transcripts of a folder. @throws Error that names a file of another format */
function readTranscripts(folder: string): readonly { file: string; transcript: Transcript }[] {
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

const differences = ({ claims }: VerifyReport): readonly string[] =>
  claims.filter(({ verdict }) => /differs/.test(verdict)).map(({ id, reason }) => `${id}: ${reason ?? ''}`);

async function recorded(): Promise<Transcript> {
  const demo = await createPaySimulator();
  const probes = PROBES.filter(({ id }) => id === 'order-created-and-read');
  const run = { classes: ['unpaid-orders'], date: '2026-01-01' } as const;
  const transcript = await runProbes(probes, simulatorTarget(demo), run);
  await demo.close();
  return transcript;
}

describe('a transcript', () => {
  it('is replayed without the service, and shows a later difference of the simulator', async () => {
    const transcript = await recorded();
    const file = writeTranscript(folder, transcript);
    expect(file).toMatch(/\d{4}-\d\d-\d\d-simulator-unpaid-orders\.json$/);
    const [stored] = readTranscripts(folder);
    if (stored === undefined) throw new Error('nothing was written');
    expect(stored.transcript).toEqual(transcript);
    expect(differences(await replay(stored.transcript))).toEqual([]);
    const changed = JSON.stringify(stored.transcript).replace('"StateId":0', '"StateId":"0"');
    expect(differences(await replay(JSON.parse(changed) as Transcript))).toEqual([
      'payments.getOrder/response/StateId: the service: string 0; the contract: type integer',
    ]);
  });

  it('of another format is rejected by name', () => {
    writeFileSync(join(folder, 'old.json'), '{"format":0}');
    expect(() => readTranscripts(folder)).toThrow(/old\.json: expected a transcript of format 1/);
  });
});

describe('the observed responses of the service', () => {
  it('agree with the contract and the simulator', async () => {
    for (const { file, transcript } of readTranscripts(OBSERVED))
      expect([file, ...differences(await replay(transcript))]).toEqual([file]);
  });
});
