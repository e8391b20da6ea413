import { resolveHosts } from '../core/options/host-options.js';
import { isLoopbackHost } from '../core/operation/hosts.js';
import type { HostName } from '../core/operation/hosts.js';
import { wordList } from '../core/values/word-list.js';
import type { ClientName } from './credentials-check.js';
import type { DoctorFinding, DoctorOptions } from './doctor.types.js';
import { probe, probeProblem } from './probe-request.js';

/** Clients and hosts that use one origin. */
interface Endpoint {
  clients: Set<ClientName>;
  hosts: Set<HostName>;
  /** Whether the option `endpoints` sets it. */
  isOwn: boolean;
}

/**
 * Sends one GET request without credentials to each origin that the clients call. Changes nothing.
 *
 * @returns `unreachable`: the clients that can reach none of their endpoints.
 */
export async function checkEndpoints(
  clients: readonly ClientName[],
  options: DoctorOptions,
  timeoutMs: number,
) {
  const endpoints = new Map<string, Endpoint>();
  for (const client of clients)
    for (const { host, origin, isOwn } of originsOf(client, options)) {
      const endpoint = endpoints.get(origin) ?? { clients: new Set(), hosts: new Set(), isOwn };
      endpoint.clients.add(client);
      endpoint.hosts.add(host);
      endpoints.set(origin, endpoint);
    }
  const checked = await Promise.all(
    [...endpoints].map(async ([origin, endpoint]) => ({
      endpoint,
      finding: await checkEndpoint(origin, endpoint, timeoutMs),
    })),
  );
  const unreachable = clients.filter((client) => {
    const own = checked.filter(({ endpoint }) => endpoint.clients.has(client));
    return own.length > 0 && own.every(({ finding }) => finding.status === 'failed');
  });
  return { findings: checked.map(({ finding }) => finding), unreachable };
}

/** Returns the base addresses that a client calls. @throws RangeError if one of them is invalid. */
export function hostsOf(client: ClientName, { environments, ...clients }: DoctorOptions) {
  const { dev = false, endpoints: own } = clients[client] ?? {};
  const endpoints = environments?.[dev ? 'demo' : 'live'] ?? own;
  return { endpoints, hosts: resolveHosts({ dev, ...(endpoints && { endpoints }) }) };
}

function originsOf(client: ClientName, options: DoctorOptions) {
  try {
    const { hosts, endpoints } = hostsOf(client, options);
    return (['accounts', 'api', 'web'] as const).map((host) => ({
      host,
      origin: new URL(hosts[host]).origin,
      isOwn: endpoints?.[host] !== undefined,
    }));
  } catch (error) {
    // The credentials check reports an invalid address.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

async function checkEndpoint(
  origin: string,
  { clients, hosts, isOwn }: Endpoint,
  timeoutMs: number,
): Promise<DoctorFinding> {
  const url = new URL(origin);
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const check = 'endpoint';
  const names = wordList([...clients], 'and');
  const at = `${wordList([...hosts], 'and')} at ${url.hostname}:${port}`;
  try {
    await probe(new URL('/', url), timeoutMs);
    return { check, status: 'ok', message: `${names} can reach ${at}.` };
  } catch (error) {
    const advice = !isOwn
      ? 'Check the network, DNS and firewall of this machine.'
      : isLoopbackHost(url.hostname)
        ? 'Is the simulator running? Start it with `npx pay-simulator`, or correct endpoints.'
        : 'Start the server at this address, or correct endpoints.';
    const message = `${names} cannot reach ${at}: ${reasonOf(error, timeoutMs)}. ${advice}`;
    return { check, status: 'failed', message };
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  const { reason, code } = probeProblem(error);
  if (reason === 'time-out') return `no response within ${timeoutMs} ms`;
  if (reason === 'tls') return 'no trusted TLS connection';
  if (code === 'ECONNREFUSED') return 'connection refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown host name';
  return `connection failed${code === '' ? '' : ` (${code})`}`;
}
