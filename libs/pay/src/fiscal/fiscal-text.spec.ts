import { execFileSync } from 'node:child_process';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  webcrypto,
} from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { athensInstant, athensTime } from './athens-time.js';
import { toDerSignature } from './der-signature.js';
import { buildFiscalText, parseFiscalText } from './fiscal-text.js';
import type { FiscalText } from './fiscal-text.js';
import { fiscalUid } from './fiscal-uid.js';

interface Vectors {
  testKey: { publicKey: string };
  uids: { parts: string; uid: string }[];
  published: { text: string; source: string; problem: string | null }[];
  sales: { name: string; text: string; signature: string; code: number }[];
}
/** Texts and signatures that the contract shares with the simulator. */
const VECTORS = JSON.parse(readFileSync('contract/vectors/aade-sales.json', 'utf8')) as Vectors;

const UID = '0A1B2C3D4E5F60718293A4B5C6D7E8F901234567';
const FIELDS: FiscalText = {
  uid: UID,
  mark: null,
  signedAt: new Date('2024-06-29T16:45:34Z'),
  amount: 10_000,
  net: 8_065,
  vat: 1_935,
  gross: 10_000,
  terminalId: '16000010',
};
const TEXT = `${UID};;20240629194534;10000;8065;1935;10000;16000010`;

const hexadecimal = fc.array(fc.constantFrom(...'0123456789ABCDEF'), { minLength: 40, maxLength: 40 });
const digits = (max: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: 1, maxLength: max }).map((all) => all.join(''));
const FIELD: fc.Arbitrary<FiscalText> = fc
  .record({
    uid: hexadecimal.map((all) => all.join('')),
    mark: fc.option(digits(20)),
    signedAt: fc
      .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((at) => new Date(Math.floor(at.getTime() / 1_000) * 1_000)),
    net: fc.integer({ min: 1, max: 10 ** 12 }),
    vat: fc.integer({ min: 0, max: 10 ** 12 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    terminalId: digits(12),
  })
  .map(({ part, net, vat, ...fields }) => ({
    ...fields,
    ...{ net, vat, gross: net + vat, amount: Math.max(1, Math.floor((net + vat) * part)) },
  }));

describe('the text that is signed', () => {
  it('has eight fields, Greek local time and minor units', () => {
    expect(buildFiscalText(FIELDS)).toBe(TEXT);
    expect(parseFiscalText(TEXT)).toEqual(FIELDS);
  });

  it('is the same after it was read, and so are its fields but for the repeated hour', () => {
    fc.assert(
      fc.property(FIELD, (fields) => {
        const text = buildFiscalText(fields);
        const read = parseFiscalText(text);
        expect(buildFiscalText(read)).toBe(text);
        expect({ ...read, signedAt: null }).toEqual({ ...fields, signedAt: null });
        const later = fields.signedAt.getTime() - read.signedAt.getTime();
        expect([0, 3_600_000]).toContain(later);
      }),
    );
  });

  it('is refused without one of its separators, and with another amount of the document', () => {
    fc.assert(
      fc.property(FIELD, fc.nat(6), fc.constantFrom('net', 'vat', 'gross'), (fields, at, name) => {
        const values = buildFiscalText(fields).split(';');
        const [one, next] = values.slice(at, at + 2) as [string, string];
        expect(() => parseFiscalText(values.toSpliced(at, 2, one + next).join(';'))).toThrow(
          'must have 8 fields',
        );
        const other = { ...fields, [name]: fields[name] + 1 };
        expect(() => buildFiscalText(other)).toThrow('gross must be net + vat');
      }),
    );
  });

  it.each<[string, Partial<FiscalText>]>([
    ['gross must be net + vat = 10000', { gross: 10_001, amount: 1 }],
    ['amount must be at most gross, which is 10000', { amount: 10_001 }],
    ['uid must be 40 hexadecimal digits in upper case', { uid: UID.toLowerCase() }],
    ['terminalId must be the ID of the terminal', { terminalId: '1;2' }],
    ['amount must be a whole number of minor units', { amount: 1.5 }],
    ['mark must be the digits of a MARK, or null', { mark: '' }],
    ['signedAt must be a valid Date', { signedAt: new Date(Number.NaN) }],
  ])('is refused: %s', (message, wrong) => {
    expect(() => buildFiscalText({ ...FIELDS, ...wrong })).toThrow(message);
  });

  it.each([
    ['must have 8 fields separated by ; (received 7)', TEXT.replace(';;', ';')],
    ['signedAt must be a time that exists in Athens', TEXT.replace('20240629194534', '20240331033000')],
    ['signedAt must be a time', TEXT.replace('20240629194534', '20241301000000')],
    ['net must be a whole number of minor units (received "08065")', TEXT.replace(';8065', ';08065')],
    ['vat must be a whole number', TEXT.replace('1935', '19,35')],
    ['terminalId must be', TEXT.replace('16000010', ' 16000010')],
  ])('is not read: %s', (message, text) => {
    expect(() => parseFiscalText(text)).toThrow(message);
  });

  it.each(VECTORS.published)('is read as $source publishes it, or refused: $problem', ({ text, problem }) => {
    if (problem === null) expect(buildFiscalText(parseFiscalText(text))).toBe(text);
    else
      expect(() => parseFiscalText(text)).toThrow(
        'amount must be at most gross, which is 10 (received 4600)',
      );
  });

  it.each(VECTORS.sales)('is refused or read as a terminal does: $name ($code)', ({ name, text, code }) => {
    // The text alone does not tell the time at the terminal.
    const isRefused = code === 1077 && name !== 'signed in an hour';
    if (isRefused) expect(() => parseFiscalText(text)).toThrow();
    else expect(buildFiscalText(parseFiscalText(text))).toBe(text);
  });

  it('has the first of the two instants of the hour that autumn repeats', () => {
    const [first, second] = [new Date('2024-10-27T00:30:00Z'), new Date('2024-10-27T01:30:00Z')];
    expect([athensTime(first), athensTime(second)]).toEqual(['20241027033000', '20241027033000']);
    expect(athensInstant('20241027033000')).toEqual(first);
    expect(athensInstant('20241027040000')).toEqual(new Date('2024-10-27T02:00:00Z'));
  });
});

describe('the UID', () => {
  const parts = {
    vatNumber: '094259216',
    issuedOn: '2024-10-15',
    branch: 0,
    type: '11.1',
    series: 'A',
    number: 17,
  };

  it.each(VECTORS.uids)('of $parts is that of the contract', ({ parts: text, uid }) => {
    const [, vatNumber = '', issuedOn = '', branch, type = '', series = '', number] =
      /^(\d+)-(\d+-\d+-\d+)-(\d+)-([\d.]+)-(.+)-(\d+)$/.exec(text) ?? [];
    const own = { vatNumber, issuedOn, branch: Number(branch), type, series, number: Number(number) };
    expect(fiscalUid(own)).toBe(uid);
  });

  it('is the SHA-1 of its parts', () => {
    const sha1 = createHash('sha1').update('094259216-2024-10-15-0-11.1-A-17').digest('hex');
    expect(fiscalUid(parts)).toBe(sha1.toUpperCase());
  });

  it('has Greek letters in UTF-8, or in ISO-8859-7', () => {
    const greek = { ...parts, series: 'ΑΠ' };
    const bytes = Buffer.concat([
      Buffer.from('094259216-2024-10-15-0-11.1-'),
      Buffer.from([0xc1, 0xd0]),
      Buffer.from('-17'),
    ]);
    const sha1 = createHash('sha1').update(bytes).digest('hex').toUpperCase();
    expect(fiscalUid({ ...greek, encoding: 'iso-8859-7' })).toBe(sha1);
    expect(fiscalUid(greek)).toBe(fiscalUid({ ...greek, encoding: 'utf-8' }));
    expect(fiscalUid(greek)).not.toBe(sha1);
    expect(() => fiscalUid({ ...greek, series: 'Ж', encoding: 'iso-8859-7' })).toThrow('the letter Ж');
  });

  it.each([
    ['vatNumber must be a Greek tax number', { vatNumber: '94259216' }],
    ['issuedOn must be a day', { issuedOn: '2024-02-30' }],
    ['type must be a myDATA document type', { type: '11' }],
    ['series must be 1 to 50 characters', { series: 'A-1' }],
    ['number must be a whole number, at least 1', { number: 0 }],
  ])('is refused: %s', (message, wrong) => {
    expect(() => fiscalUid({ ...parts, ...wrong })).toThrow(message);
  });
});

describe('a signature', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  it('of 64 raw bytes becomes DER that verifies, and DER stays as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const data = Buffer.from(text);
        const raw = sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
        const der = toDerSignature(raw.toString('base64'));
        expect(verify('sha256', data, publicKey, Buffer.from(der, 'base64'))).toBe(true);
        expect(toDerSignature(der)).toBe(der);
        const own = sign('sha256', data, privateKey).toString('base64');
        expect(toDerSignature(own)).toBe(own);
      }),
    );
  });

  it('with leading zeros in its numbers is converted', () => {
    const raw = Buffer.alloc(64);
    raw[31] = 1;
    raw[62] = 0x80;
    expect(Buffer.from(toDerSignature(raw.toString('base64')), 'base64').toString('hex')).toBe(
      '3008020101020300' + '8000',
    );
  });

  it.each([
    ['nothing', ''],
    ['no base64', 'MEUC*'],
    ['a truncated one', 'MEUCIQDexampleBase64'],
    ['63 bytes', Buffer.alloc(63, 1).toString('base64')],
    ['zeros', Buffer.alloc(64).toString('base64')],
    ['DER with a byte too many', Buffer.from('300602010102010100', 'hex').toString('base64')],
    ['a negative number', Buffer.from('3006020181020101', 'hex').toString('base64')],
    ['a padded number', Buffer.from('300702020001020101', 'hex').toString('base64')],
  ])('is refused: %s', (_, signature) => {
    expect(() => toDerSignature(signature)).toThrow('signature must be an ECDSA P-256 signature in base64');
  });

  it.each(VECTORS.sales)('is refused or converted: $name ($code)', ({ text, signature, code }) => {
    const isBase64 = !signature.includes(' ');
    if (!isBase64) return expect(() => toDerSignature(signature)).toThrow('base64');
    const der = toDerSignature(signature);
    const isRaw = signature.length === 88;
    expect(der === signature).toBe(!isRaw);
    const key = {
      key: Buffer.from(VECTORS.testKey.publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    } as const;
    const isVerified = verify('sha256', Buffer.from(text), createPublicKey(key), Buffer.from(der, 'base64'));
    return expect(isVerified).toBe(code !== 1076 || isRaw);
  });

  it('verifies with OpenSSL, and OpenSSL’s verifies here', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fiscal-'));
    const file = (name: string): string => join(folder, name);
    const openssl = (...options: string[]): string => execFileSync('openssl', options, { encoding: 'utf8' });
    try {
      openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', file('key.pem'));
      openssl('ec', '-in', file('key.pem'), '-pubout', '-out', file('public.pem'));
      writeFileSync(file('text'), buildFiscalText(FIELDS));
      const key = createPrivateKey(readFileSync(file('key.pem')));
      const pkcs8 = key.export({ format: 'der', type: 'pkcs8' });
      const curve = { name: 'ECDSA', namedCurve: 'P-256' };
      const webKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, curve, false, ['sign']);
      const data = readFileSync(file('text'));
      const raw = await webcrypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, webKey, data);
      writeFileSync(file('ours'), Buffer.from(toDerSignature(Buffer.from(raw).toString('base64')), 'base64'));
      const verified = [
        'dgst',
        '-sha256',
        '-verify',
        file('public.pem'),
        '-signature',
        file('ours'),
        file('text'),
      ];
      expect(openssl(...verified)).toContain('Verified OK');
      openssl('dgst', '-sha256', '-sign', file('key.pem'), '-out', file('theirs'), file('text'));
      const theirs = readFileSync(file('theirs'));
      expect(verify('sha256', data, createPublicKey(key), theirs)).toBe(true);
      expect(toDerSignature(theirs.toString('base64'))).toBe(theirs.toString('base64'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  // Another language reads the text with its own time zones and SHA-1.
  it('has a text that Python reads in the same way', () => {
    const texts = fc.sample(FIELD, { numRuns: 200, seed: 40 }).map(buildFiscalText);
    const script = `
import sys, json
from datetime import datetime, timezone
from zoneinfo import ZoneInfo
out = []
for line in sys.stdin.read().split('\\n'):
    uid, mark, time, amount, net, vat, gross, tid = line.split(';')
    at = datetime.strptime(time, '%Y%m%d%H%M%S').replace(tzinfo=ZoneInfo('Europe/Athens'), fold=0)
    at = at.astimezone(timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.000Z')
    out.append(dict(uid=uid, mark=mark or None, signedAt=at, amount=int(amount), net=int(net), vat=int(vat), gross=int(gross), terminalId=tid))
print(json.dumps(out))`;
    const read = JSON.parse(
      execFileSync('python3', ['-c', script], { input: texts.join('\n'), encoding: 'utf8' }),
    ) as unknown;
    expect(JSON.parse(JSON.stringify(texts.map(parseFiscalText)))).toEqual(read);
  });
});
