import { isIPv6 } from 'node:net';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TransparentMode } from './transparent-mode.types.js';
import { SERVICE_DOMAIN, SERVICE_NAMES } from './service-hosts.js';

/** The built file that makes Node.js processes use the simulator. */
const NODE_PRELOAD = new URL('../cjs/node-preload.js', import.meta.url);
/** Proxies of the environment besides `HTTPS_PROXY`. Ruby's `Net::HTTP` uses `http_proxy` for HTTPS, too. */
const OTHER_PROXIES = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];
const LOCAL_NAMES = ['localhost', '127.0.0.1', '::1'];

/**
 * Returns the variables that make a client use the simulator under the service's host names.
 *
 * @param env - Environment of the client. Its `NO_PROXY` and the options of its runtimes are extended. Its other proxies are replaced.
 * @throws RangeError if `NO_PROXY` covers the service, because requests would then reach the real service.
 */
export function clientEnvironment(
  { proxyUrl, caFile, bundleFile, phpFolder, javaTrustStore, rubyFolder, pythonFolder }: TransparentMode,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const noProxy = noProxyOf(env);
  /** Returns a list of options with more of them at its end. */
  const withOptions = (name: string, ...more: readonly string[]): string =>
    [env[name] ?? '', ...more].join(' ').trim();
  const preload = fileURLToPath(NODE_PRELOAD).replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return {
    // Some tools only read the lower-case names.
    HTTPS_PROXY: proxyUrl,
    https_proxy: proxyUrl,
    // Some clients prefer a proxy of the environment for all requests, which leads to the real service.
    ...Object.fromEntries(OTHER_PROXIES.filter((name) => env[name]).map((name) => [name, proxyUrl])),
    NO_PROXY: noProxy,
    no_proxy: noProxy,
    NODE_EXTRA_CA_CERTS: caFile,
    NODE_OPTIONS: withOptions('NODE_OPTIONS', `--require "${preload}"`),
    JAVA_TOOL_OPTIONS: withOptions(
      'JAVA_TOOL_OPTIONS',
      ...javaOptions(new URL(proxyUrl), noProxy),
      `"-Djavax.net.ssl.trustStore=${javaTrustStore}"`,
    ),
    PAY_SIMULATOR_PROXY: proxyUrl,
    SSL_CERT_FILE: bundleFile,
    REQUESTS_CA_BUNDLE: bundleFile,
    CURL_CA_BUNDLE: bundleFile,
    RUBYLIB: [rubyFolder, env['RUBYLIB']].filter(Boolean).join(delimiter),
    RUBYOPT: withOptions('RUBYOPT', '-rpay_simulator'),
    PYTHONPATH: [pythonFolder, env['PYTHONPATH']].filter(Boolean).join(delimiter),
    // Perl's LWP reads no proxy from the environment otherwise.
    PERL_LWP_ENV_PROXY: '1',
    PERL_LWP_SSL_CA_FILE: bundleFile,
    // An empty first folder is PHP's own folder.
    PHP_INI_SCAN_DIR: (env['PHP_INI_SCAN_DIR'] ?? '') + delimiter + phpFolder,
  };
}

/** Java reads no proxy from the environment. Its patterns have a star, and brackets around IPv6 addresses. */
const javaOptions = ({ hostname, port }: URL, noProxy: string): readonly string[] => [
  `-Dhttps.proxyHost=${hostname}`,
  `-Dhttps.proxyPort=${port}`,
  `-Dhttp.nonProxyHosts=${noProxy
    .split(',')
    .map((entry) => (isIPv6(entry) ? `[${entry}]` : entry.replace(/^\./, '*.')))
    .join('|')}`,
];

function noProxyOf(env: Readonly<Record<string, string | undefined>>): string {
  const entries = [env['no_proxy'], env['NO_PROXY']]
    .flatMap((text) => (text ?? '').split(/[\s,]+/))
    .filter((entry) => entry !== '');
  const unsafe = entries.find(coversService);
  if (unsafe !== undefined)
    throw new RangeError(
      `NO_PROXY contains ${unsafe}, so requests would reach the real service: remove it from NO_PROXY`,
    );
  return [...new Set([...LOCAL_NAMES, ...entries])].join(',');
}

function coversService(entry: string): boolean {
  const name = entry
    .toLowerCase()
    .replace(/^\*?\.?/, '')
    .replace(/:443$/, '');
  // `*` is every host.
  if (name === '') return true;
  return (
    SERVICE_NAMES.some((service) => service === name || service.endsWith(`.${name}`)) ||
    name === SERVICE_DOMAIN
  );
}
