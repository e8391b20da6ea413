import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';
import { SERVICE_DOMAIN } from './service-hosts.js';

/** The longest validity that all clients accept: macOS rejects longer ones. */
const VALID_DAYS = 800;
const DAY_MS = 86_400_000;
const AUTHORITY = [{ name: 'commonName', value: 'pay-simulator, only for tests on this machine' }];

/**
 * Creates a certificate authority and a server certificate with these names. The authority's key is not returned, so it cannot
 * sign anything else.
 */
export async function createCertificates(
  names: readonly string[],
): Promise<{ readonly key: string; readonly cert: string }> {
  const [authorityKeys, serverKeys] = await Promise.all([createKeys(), createKeys()]);
  const authority = certificate(authorityKeys.publicKey, AUTHORITY, [
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
    { id: '2.5.29.30', critical: true, value: onlyFor(SERVICE_DOMAIN) },
    { name: 'subjectKeyIdentifier' },
  ]);
  const authorityKey = forge.pki.privateKeyFromPem(authorityKeys.privateKey);
  authority.sign(authorityKey, forge.md.sha256.create());
  const server = certificate(
    serverKeys.publicKey,
    [{ name: 'commonName', value: names[0] ?? '' }],
    [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
      { name: 'subjectKeyIdentifier' },
      // Python 3.13 rejects a certificate without it.
      { name: 'authorityKeyIdentifier', keyIdentifier: authority.generateSubjectKeyIdentifier().getBytes() },
    ],
  );
  server.sign(authorityKey, forge.md.sha256.create());
  const cert = [server, authority].map((each) =>
    forge.pki.certificateToPem(each).trim().replaceAll('\r', ''),
  );
  return { key: serverKeys.privateKey.trim(), cert: cert.join('\n') };
}

function createKeys(): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  return promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

function certificate(
  publicKey: string,
  subject: forge.pki.CertificateField[],
  extensions: object[],
): forge.pki.Certificate {
  const created = forge.pki.createCertificate();
  created.publicKey = forge.pki.publicKeyFromPem(publicKey);
  // A first byte below 0x80 keeps the number positive.
  created.serialNumber = `01${randomBytes(15).toString('hex')}`;
  // A day earlier, for containers whose clock is late.
  created.validity.notBefore = new Date(Date.now() - DAY_MS);
  created.validity.notAfter = new Date(Date.now() + VALID_DAYS * DAY_MS);
  created.setSubject(subject);
  created.setIssuer(AUTHORITY);
  created.setExtensions(extensions);
  return created;
}

/** Encodes name constraints that only permit a domain and its subdomains. @see RFC 5280, 4.2.1.10 */
function onlyFor(domain: string): string {
  const { asn1 } = forge;
  const { CONTEXT_SPECIFIC, UNIVERSAL } = asn1.Class;
  const name = asn1.create(CONTEXT_SPECIFIC, 2, false, domain);
  const subtree = asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, [name]);
  const permitted = asn1.create(CONTEXT_SPECIFIC, 0, true, [subtree]);
  return asn1.toDer(asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, [permitted])).getBytes();
}
