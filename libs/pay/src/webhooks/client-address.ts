import { BlockList, isIP, SocketAddress } from 'node:net';

export { PAY_WEBHOOK_SOURCE_ADDRESSES } from './source-addresses.generated.js';

/** Returns whether an address is in the list; false for text that is not an IP address. */
export type AddressMatcher = (address: string) => boolean;

/** Results that a matcher keeps, because the same few addresses send all deliveries. */
const MAX_KNOWN_ADDRESSES = 1_000;
/** Length of the longest IP address. */
const MAX_ADDRESS_LENGTH = 45;

const RANGE = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i;

/** What the server knows about the sender of a request. */
export interface ClientAddressSource {
  /** Address of the socket's peer. It is undefined for a Unix socket, which makes the result null. */
  remoteAddress: string | undefined;
  /** The X-Forwarded-For header as received: one value or several, each with one address or several. */
  forwardedFor?: string | readonly string[];
  /** Matches your own proxies. X-Forwarded-For entries of other senders are ignored. */
  trustedProxies: AddressMatcher;
}

/**
 * Creates a matcher for IPv4 and IPv6 addresses and CIDR ranges. An IPv4-mapped IPv6 address counts as IPv4. Create the
 * matcher once and reuse it.
 *
 * @throws RangeError if an entry is not an address or range; the message names the entry.
 */
export function createAddressMatcher(addresses: readonly string[]): AddressMatcher {
  // Each family has its own list, because ::/0 in a single BlockList also matches IPv4.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  addresses.forEach((entry, index) => {
    const { text, family, prefix } = parseRange(entry, index);
    lists[family].addSubnet(text, prefix, family);
  });
  const known = new Map<string, boolean>();
  return (address) => {
    const result = known.get(address);
    if (result !== undefined) return result;
    const parsed = typeof address === 'string' ? parseIpAddress(address) : null;
    if (parsed === null) return false;
    const matches = lists[parsed.family].check(parsed.text, parsed.family);
    if (known.size >= MAX_KNOWN_ADDRESSES) known.clear();
    if (address.length <= MAX_ADDRESS_LENGTH) known.set(address, matches);
    return matches;
  };
}

/**
 * Returns the client's IP address in its shortest spelling. This is the socket's peer, unless the peer is a trusted
 * proxy. In that case X-Forwarded-For is read from right to left, up to the first address that is not a trusted proxy.
 * Entries to the left of that address can be forged and are ignored.
 *
 * Returns null if the address is unknown because an entry is malformed: reject the request. If every address is a
 * trusted proxy, returns the leftmost one.
 */
export function resolveClientAddress(source: ClientAddressSource): string | null {
  let forwarded: string[] | undefined;
  let address = parseIpAddress(source.remoteAddress ?? '');
  while (address !== null && source.trustedProxies(address.text)) {
    forwarded ??= readForwardedFor(source.forwardedFor);
    const before = forwarded.pop();
    if (before === undefined) break;
    address = parseIpAddress(before);
  }
  return address?.text ?? null;
}

function readForwardedFor(header: ClientAddressSource['forwardedFor']): string[] {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  return text.trim() === '' ? [] : text.split(',').map((entry) => entry.trim());
}

function parseRange(entry: unknown, index: number): IpAddress & { prefix: number } {
  const [, address = '', bits] = typeof entry === 'string' ? (RANGE.exec(entry.trim()) ?? []) : [];
  const parsed = isIP(address) === 0 ? null : parseIpAddress(address);
  if (parsed === null) throw wrongEntry(entry, index);
  const full = parsed.family === 'ipv4' ? 32 : 128;
  // The prefix length of an IPv4-mapped range includes the 96 bits before the IPv4 part.
  const before = parsed.family === 'ipv4' && address.includes(':') ? 96 : 0;
  const prefix = bits === undefined ? full : Number(bits) - before;
  if (prefix < 0 || prefix > full) throw wrongEntry(entry, index);
  return { ...parsed, prefix };
}

function wrongEntry(entry: unknown, index: number): RangeError {
  const shown = typeof entry === 'string' ? `'${entry.slice(0, 60)}'` : 'not a string';
  return new RangeError(
    `address list entry ${index} is ${shown}: expected an IPv4 or IPv6 address or a range such as 40.127.253.112/28`,
  );
}

/** An IP address in its shortest spelling, without port and zone. An IPv4-mapped IPv6 address is IPv4. */
interface IpAddress {
  readonly text: string;
  readonly family: 'ipv4' | 'ipv6';
}

const WITH_PORT = /^(?:\[([^[\]]*)\]|([\d.]+))(?::(\d{1,5}))?$/;
const MAPPED_IPV4 = /^::ffff:([\d.]+)$/;

/**
 * Parses an address as sockets and proxies write it: `1.2.3.4`, `1.2.3.4:5678`, `::1`, `[::1]:80`, `fe80::1%eth0`,
 * `::ffff:1.2.3.4`. Returns null for other text.
 */
function parseIpAddress(text: string): IpAddress | null {
  if (isIP(text) === 4) return { text, family: 'ipv4' };
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
