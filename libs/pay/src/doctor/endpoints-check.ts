import { resolveHosts } from '../core/options/host-options.js';
import type { HostName } from '../core/operation/hosts.js';
import type { ClientName } from './credentials-check.js';
import type { DoctorFinding, DoctorOptions } from './doctor.types.js';
import { probe, probeProblem } from './probe-request.js';

interface Endpoint {
  client: ClientName;
  host: HostName;
  address: string;
  /** Whether the option `endpoints` sets this address. */
  isOwn: boolean;
}

/** Sends one GET request without credentials to each host that the clients call. Changes nothing. */
export async function checkEndpoints(
  clients: readonly ClientName[],
  options: DoctorOptions,
  timeoutMs: number,
): Promise<DoctorFinding[]> {
  const endpoints = new Map<string, Endpoint>();
  for (const endpoint of clients.flatMap((client) => endpointsOf(client, options))) {
    const key = `${endpoint.host} ${endpoint.address}`;
    if (!endpoints.has(key)) endpoints.set(key, endpoint);
  }
  return Promise.all([...endpoints.values()].map((endpoint) => checkEndpoint(endpoint, timeoutMs)));
}

function endpointsOf(client: ClientName, { environments, ...clients }: DoctorOptions): Endpoint[] {
  const { dev, endpoints: configured } = clients[client] ?? {};
  const endpoints = environments?.[dev === true ? 'demo' : 'live'] ?? configured;
  try {
    const hosts = resolveHosts({ ...(dev !== undefined && { dev }), ...(endpoints && { endpoints }) });
    return (['accounts', 'api', 'web'] as const).map((host) => ({
      client,
      host,
      address: hosts[host],
      isOwn: endpoints?.[host] !== undefined,
    }));
  } catch (error) {
    // The credentials check reports an invalid address.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

async function checkEndpoint(
  { client, host, address, isOwn }: Endpoint,
  timeoutMs: number,
): Promise<DoctorFinding> {
  const url = new URL(address);
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const at = `${url.hostname}:${port}`;
  const check = `endpoint.${host}`;
  try {
    await probe(new URL('/', url), timeoutMs);
    return { check, status: 'ok', message: `${host} of ${client} is reachable at ${at}.` };
  } catch (error) {
    const advice = isOwn
      ? `Start the server at this address, or correct endpoints.${host}.`
      : 'Check the network, DNS and firewall of this machine.';
    const message = `${host} of ${client} is not reachable: ${reasonOf(error, timeoutMs)} at ${at}. ${advice}`;
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
