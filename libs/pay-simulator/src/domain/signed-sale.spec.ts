import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { propertyRuns } from '../../../../test/full-size.js';
import { athensTimes } from './athens-time.js';
import { AADE_TEST_KEY, readPublicKey, signedSaleProblem } from './signed-sale.js';

interface Vectors {
  readonly testKey: { readonly providerId: string; readonly privateKey: string; readonly publicKey: string };
  readonly published: readonly {
    readonly text: string;
    readonly signature: string | null;
    readonly problem: string | null;
  }[];
  readonly sales: readonly {
    readonly name: string;
    readonly text: string;
    readonly signature: string;
    readonly amount: number;
    readonly terminalId: string;
    readonly at: string;
    readonly code: number;
  }[];
}

const { published, sales, testKey } = JSON.parse(
  readFileSync('contract/vectors/aade-sales.json', 'utf8'),
) as Vectors;
const PUBLIC = readPublicKey(AADE_TEST_KEY.publicKey, 'key');
const PRIVATE = createPrivateKey({
  key: Buffer.from(AADE_TEST_KEY.privateKey, 'base64'),
  format: 'der',
  type: 'pkcs8',
});
const LIFETIME_MS = 7_200_000;
const signed = (text: string): string =>
  sign('sha256', Buffer.from(text, 'utf8'), PRIVATE).toString('base64');

describe('a text that a provider signed', () => {
  it.each(sales.map((sale) => [sale.name, sale.code, sale] as const))('%s: %d', (_name, code, sale) => {
    const problem = signedSaleProblem(sale.text, sale.signature, PUBLIC, {
      amount: sale.amount,
      terminalId: sale.terminalId,
      now: Date.parse(sale.at),
      lifetimeMs: LIFETIME_MS,
    });
    expect(problem?.eventId ?? 0).toBe(code);
    // A problem is a sentence that somebody can act on.
    expect(problem?.problem ?? 'It is right.').toMatch(/^(Net|The|It|In|A|UID|MARK|[a-zA-Z]+) .{5,}\.$/);
  });

  it('of other projects parses, or breaks the rule that the contract names', () => {
    for (const { text, problem } of published) {
      const [, , time = '', amount, , , , terminalId = ''] = text.split(';');
      const [now = 0] = athensTimes(time);
      const sale = { amount: Number(amount), terminalId, now, lifetimeMs: LIFETIME_MS };
      // The public keys of the providers are unknown, so the test key signs again.
      expect([text, signedSaleProblem(text, signed(text), PUBLIC, sale)?.problem ?? null]).toEqual([
        text,
        problem === null ? null : expect.stringContaining('more than the gross'),
      ]);
    }
  });

  it('is signed in DER by other projects [pos.28]', () => {
    for (const { signature } of published) {
      if (signature === null) continue;
      const bytes = Buffer.from(signature, 'base64');
      expect([bytes[0], bytes[1]]).toEqual([0x30, bytes.length - 2]);
    }
  });

  it('in the raw form of a signature is refused, and the problem names the DER form', () => {
    const raw = sales.find(({ name }) => name.includes('raw form'));
    const problem = signedSaleProblem(raw?.text ?? '', raw?.signature ?? '', PUBLIC, {
      amount: 1240,
      terminalId: '16000010',
      now: Date.parse(raw?.at ?? ''),
      lifetimeMs: LIFETIME_MS,
    });
    expect(problem).toEqual({
      eventId: 1076,
      problem:
        'The signature has 64 raw bytes, as WebCrypto and JOSE make them, and is right otherwise. Send its DER form: a SEQUENCE of the two halves as INTEGERs.',
    });
  });

  it('with the time in UTC is refused, and the problem names Athens [pos.27]', () => {
    const now = Date.parse('2026-01-31T10:15:30Z');
    const text = `${'A'.repeat(40)};;20260131101530;1240;1000;240;1240;16000010`;
    const sale = { amount: 1240, terminalId: '16000010', lifetimeMs: LIFETIME_MS };
    expect(signedSaleProblem(text, signed(text), PUBLIC, { ...sale, now: now + 1000 })).toMatchObject({
      eventId: 1079,
      problem: expect.stringContaining('write the time in Athens'),
    });
    const athens = text.replace('20260131101530', '20260131121530');
    expect(signedSaleProblem(athens, signed(athens), PUBLIC, { ...sale, now })).toBeNull();
  });
});

describe('the signature of OpenSSL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aade-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is right, and OpenSSL verifies ours', () => {
    const file = (name: string, content: string | Buffer): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const pem = file('key.pem', PRIVATE.export({ format: 'pem', type: 'pkcs8' }));
    const publicPem = file('public.pem', createPublicKey(PRIVATE).export({ format: 'pem', type: 'spki' }));
    const text = `${'0A'.repeat(20)};;20260131121530;1240;1000;240;1240;16000010`;
    const message = file('text', text);
    const bytes = execFileSync('openssl', ['dgst', '-sha256', '-sign', pem, message]);
    const sale = {
      amount: 1240,
      terminalId: '16000010',
      now: Date.parse('2026-01-31T10:15:30Z'),
      lifetimeMs: LIFETIME_MS,
    };
    expect(signedSaleProblem(text, bytes.toString('base64'), PUBLIC, sale)).toBeNull();
    const ours = file('signature', Buffer.from(signed(text), 'base64'));
    const verified = execFileSync('openssl', [
      'dgst',
      '-sha256',
      '-verify',
      publicPem,
      '-signature',
      ours,
      message,
    ]);
    expect(verified.toString()).toContain('Verified OK');
  });
});

describe('the test key of provider 999', () => {
  it('is the published one', () => expect(AADE_TEST_KEY).toEqual({ ...testKey, form: undefined }));

  it('is one of P-256, and other keys are refused', () => {
    expect(createPublicKey(PRIVATE).export({ format: 'der', type: 'spki' }).toString('base64')).toBe(
      AADE_TEST_KEY.publicKey,
    );
    for (const key of ['', 'MFkw', '-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----'])
      expect(() => readPublicKey(key, 'fiscalProviders.108')).toThrow(
        'fiscalProviders.108: expected a public key of the curve P-256, as PEM or as Base64 of its SPKI form',
      );
  });
});

it('each signed sale is taken, and no changed byte of its text or its signature is', () => {
  const sale = fc.record({
    uid: fc.stringMatching(/^[0-9A-F]{40}$/),
    net: fc.nat(10 ** 9),
    vat: fc.nat(10 ** 8),
    part: fc.nat(100),
    terminalId: fc.stringMatching(/^\d{8}$/),
    age: fc.nat(LIFETIME_MS),
    position: fc.nat(10_000),
    inSignature: fc.boolean(),
    change: fc.integer({ min: 1, max: 255 }),
  });
  const now = Date.parse('2026-07-01T09:00:00Z');
  const stamp = (ms: number): string =>
    new Date(ms + 3 * 3_600_000).toISOString().slice(0, 19).replaceAll(/\D/g, '');
  fc.assert(
    fc.property(sale, ({ uid, net, vat, part, terminalId, age, position, inSignature, change }) => {
      const gross = net + vat;
      const amount = Math.floor((gross * part) / 100);
      const signedAt = Math.ceil((now - age) / 1000) * 1000;
      const text = [uid, '', stamp(signedAt), amount, net, vat, gross, terminalId].join(';');
      const signature = signed(text);
      const terms = { amount, terminalId, now, lifetimeMs: LIFETIME_MS };
      expect(signedSaleProblem(text, signature, PUBLIC, terms)).toBeNull();
      const bytes = Buffer.from(inSignature ? Buffer.from(signature, 'base64') : Buffer.from(text));
      const at = position % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ change;
      const problem = inSignature
        ? signedSaleProblem(text, bytes.toString('base64'), PUBLIC, terms)
        : signedSaleProblem(bytes.toString('latin1'), signature, PUBLIC, terms);
      expect(problem).not.toBeNull();
    }),
    { numRuns: propertyRuns(300) },
  );
});
