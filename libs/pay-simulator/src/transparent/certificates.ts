import { X509Certificate } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { javaTrustStore } from './java-trust-store.js';
import { PRELOAD_PYTHON, PRELOAD_RUBY } from './page-files.generated.js';
import { SERVICE_NAMES } from './service-hosts.js';
import type { TransparentMode } from './transparent-mode.types.js';

/** Its name without the ending is that of `RUBYOPT`. */
const RUBY_FILE = 'pay_simulator.rb';
/** Certificates are replaced when they expire within this time. */
const RENEWAL_MS = 30 * 86_400_000;
const PEM_BLOCK = /-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g;

/** Files for clients in the folder of the certificate authority. */
type TrustFiles = Omit<TransparentMode, 'proxyUrl'>;

/** Key and certificate chain of the server in PEM form. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Returns the folder of the user's data. */
export function defaultCaDir(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'pay-simulator');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'pay-simulator');
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'pay-simulator');
}

/**
 * Loads the certificates of a folder. Creates them at the first start, and when they are about to expire.
 *
 * The key of the authority is never stored: the authority signs one certificate, and its key is gone.
 *
 * @throws Error if the folder cannot be written, or has a file that is not a certificate of the simulator.
 */
export async function loadCertificates(
  caDir: string,
): Promise<{ readonly server: ServerCertificate; readonly files: TrustFiles }> {
  mkdirSync(caDir, { recursive: true, mode: 0o700 });
  const path = join(caDir, 'server.pem');
  const server = readServer(path) ?? (await createServer(path));
  const files = {
    caFile: join(caDir, 'ca.pem'),
    bundleFile: join(caDir, 'bundle.pem'),
    phpFolder: join(caDir, 'php'),
    javaTrustStore: join(caDir, 'truststore.jks'),
    rubyFolder: join(caDir, 'ruby'),
    pythonFolder: join(caDir, 'python'),
  };
  const authority = `${server.cert.match(PEM_BLOCK)?.[1] ?? ''}\n`;
  for (const folder of [files.phpFolder, files.rubyFolder, files.pythonFolder])
    mkdirSync(folder, { recursive: true });
  update(files.caFile, authority);
  update(files.bundleFile, [authority, ...rootCertificates, ''].join('\n'));
  const ini = `curl.cainfo="${files.bundleFile}"\nopenssl.cafile="${files.bundleFile}"\n`;
  update(join(files.phpFolder, 'pay-simulator.ini'), ini);
  update(files.javaTrustStore, javaTrustStore([authority, ...rootCertificates]));
  update(join(files.rubyFolder, RUBY_FILE), PRELOAD_RUBY);
  update(join(files.pythonFolder, 'sitecustomize.py'), PRELOAD_PYTHON);
  return { server, files };
}

/** Reads the server's key and certificates. Returns undefined if they are missing, expire soon, or lack a host name. */
function readServer(path: string): ServerCertificate | undefined {
  const text = readIfExists(path)?.toString();
  if (text === undefined) return undefined;
  const [key, ...chain] = text.match(PEM_BLOCK) ?? [];
  if (key === undefined || chain.length !== 2)
    throw new Error(`${path} is not a certificate of pay-simulator: delete it, or choose another --ca-dir`);
  const { validTo, subjectAltName = '' } = new X509Certificate(chain[0] ?? '');
  const names = subjectAltName.split(', ');
  const isCurrent =
    Date.parse(validTo) > Date.now() + RENEWAL_MS &&
    SERVICE_NAMES.every((name) => names.includes(`DNS:${name}`));
  if (!isCurrent) {
    rmSync(path, { force: true });
    return undefined;
  }
  chmodSync(path, 0o600);
  return { key, cert: chain.join('\n') };
}

/** Creates the server's file. If another process creates it first, its file counts. */
async function createServer(path: string): Promise<ServerCertificate> {
  const { createCertificates } = await import('./create-certificates.js');
  const { key, cert } = await createCertificates(SERVICE_NAMES);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${key}\n${cert}\n`, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readServer(path) ?? { key, cert };
}

/** Writes a file if its contents changed. Other processes never see a half-written file. */
function update(path: string, contents: string | Buffer): void {
  if (readIfExists(path)?.equals(Buffer.from(contents))) return;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

function readIfExists(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
