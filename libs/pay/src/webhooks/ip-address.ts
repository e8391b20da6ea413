import { isIP, SocketAddress } from 'node:net';

/** An address in its shortest spelling, with no port and no zone; IPv4-mapped IPv6 is IPv4. */
export interface IpAddress {
  readonly text: string;
  readonly family: 'ipv4' | 'ipv6';
}

const WITH_PORT = /^(?:\[([^[\]]*)\]|([\d.]+))(?::(\d{1,5}))?$/;
const MAPPED_IPV4 = /^::ffff:([\d.]+)$/;

/**
 * Reads an address as sockets and proxies write it: `1.2.3.4`, `1.2.3.4:5678`, `::1`, `[::1]:80`, `fe80::1%eth0`,
 * `::ffff:1.2.3.4`. Null for anything else.
 */
export function parseIpAddress(text: string): IpAddress | null {
  const [, bracketed, ipv4, port] = WITH_PORT.exec(text) ?? [];
  if (port !== undefined && Number(port) > 65_535) return null;
  if (bracketed !== undefined && isIP(bracketed) !== 6) return null;
  const address = bracketed ?? ipv4 ?? text;
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? { text: address, family: 'ipv4' } : parseIpv6(address);
}

function parseIpv6(text: string): IpAddress | null {
  const [withoutZone = ''] = text.split('%');
  const { address } = new SocketAddress({ address: withoutZone, family: 'ipv6' });
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  return mapped === undefined ? { text: address, family: 'ipv6' } : { text: mapped, family: 'ipv4' };
}
