import { BlockList, isIP } from 'node:net';
import { parseIpAddress } from './ip-address.js';
import type { IpAddress } from './ip-address.js';

/** Whether an address is on the list. False for what is no address. */
export type AddressMatcher = (address: string) => boolean;

const RANGE = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i;

/** Where a request came from, as far as the server can tell. */
export interface ClientAddressSource {
  /** The socket's peer; undefined on a Unix socket, which gives null: the peer is not known. */
  remoteAddress: string | undefined;
  /** The X-Forwarded-For header, as it came: also several times, or several addresses in one. */
  forwardedFor?: string | readonly string[];
  /** Your own proxies. Their word about the client is believed, nobody else's. */
  trustedProxies: AddressMatcher;
}

/**
 * A matcher for addresses and CIDR ranges, IPv4 and IPv6. An IPv4-mapped IPv6 address counts as IPv4. Compile once,
 * match often.
 *
 * @throws RangeError naming the entry that is no address or range.
 */
export function createAddressMatcher(addresses: readonly string[]): AddressMatcher {
  // One list for each family: a single BlockList lets ::/0 match IPv4 as well.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  addresses.forEach((entry, index) => {
    const { text, family, prefix } = parseRange(entry, index);
    lists[family].addSubnet(text, prefix, family);
  });
  return (address) => {
    const parsed = typeof address === 'string' ? parseIpAddress(address) : null;
    return parsed !== null && lists[parsed.family].check(parsed.text, parsed.family);
  };
}

/**
 * The address that a request really came from, in its shortest spelling: the socket's peer or, as long as that is a
 * trusted proxy, the one before it, from right to left through X-Forwarded-For. What stands left of the first untrusted
 * address is the client's own invention and is never read.
 *
 * Null means "not known, refuse": a malformed entry was met on the way. When every address is a trusted proxy, the
 * farthest one is the answer.
 */
export function resolveClientAddress(source: ClientAddressSource): string | null {
  const forwarded = readForwardedFor(source.forwardedFor);
  let address = parseIpAddress(source.remoteAddress ?? '');
  while (address !== null && source.trustedProxies(address.text)) {
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
  // A mapped range counts the 96 bits before its IPv4 part.
  const before = parsed.family === 'ipv4' && address.includes(':') ? 96 : 0;
  const prefix = bits === undefined ? full : Number(bits) - before;
  if (prefix < 0 || prefix > full) throw wrongEntry(entry, index);
  return { ...parsed, prefix };
}

function wrongEntry(entry: unknown, index: number): RangeError {
  const shown = typeof entry === 'string' ? `'${entry.slice(0, 60)}'` : 'no text';
  return new RangeError(
    `address list entry ${index} is ${shown}: expected an IPv4 or IPv6 address or a range such as 40.127.253.112/28`,
  );
}
