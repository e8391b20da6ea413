import { createHash, X509Certificate } from 'node:crypto';

const MAGIC = 0xfeedfeed;
const VERSION = 2;
const TRUSTED_CERTIFICATE = 2;

/** Java checks a trust store against its password only if a program gives one: this is the usual one. */
const PASSWORD = Buffer.from('changeit', 'utf16le').swap16();

/** Returns a trust store of Java (JKS) with these certificates. Java reads no PEM files. */
export function javaTrustStore(certificates: readonly string[]): Buffer {
  const store = Buffer.concat([
    int32(MAGIC),
    int32(VERSION),
    int32(certificates.length),
    ...certificates.flatMap((pem, index) => {
      const { raw } = new X509Certificate(pem);
      const createdAt = Buffer.alloc(8);
      return [
        int32(TRUSTED_CERTIFICATE),
        text(`authority-${index}`),
        createdAt,
        text('X.509'),
        int32(raw.length),
        raw,
      ];
    }),
  ]);
  const digest = createHash('sha1').update(PASSWORD).update('Mighty Aphrodite').update(store).digest();
  return Buffer.concat([store, digest]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(value.length);
  return Buffer.concat([length, Buffer.from(value)]);
}
