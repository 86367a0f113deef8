/** A network that contains a client's address, and the multiple of a single client's limit that it may use. */
export interface ClientNetwork {
  /** The address for IPv4; for IPv6 the full prefix, `2001:0db8:0001:0002/64`. */
  readonly name: string;
  readonly times: number;
}

/**
 * A home or phone has a whole IPv6 /64, many have a /56, and a company, a hosting customer or a free tunnel has a /48.
 * Source: RIPE-690, section 4.2. A /56 and a /48 can also contain many homes, so their limits are larger: far above
 * what legitimate neighbours use, and far below 256 or 65,536 times that of a /64.
 */
const IPV6_BUDGETS = [
  { bits: 64, times: 1 },
  { bits: 56, times: 4 },
  { bits: 48, times: 16 },
] as const;

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::\d+)?$/;
const GROUPS = 8;

/**
 * The networks under which an address is counted, narrowest first. IPv4 counts as itself, including IPv4-mapped IPv6.
 * Text that is not an address counts as itself.
 */
export function networksOf(ip: string): readonly [ClientNetwork, ...ClientNetwork[]] {
  const ipv4 = readIpv4(ip);
  if (ipv4 !== null) return [{ name: ipv4, times: 1 }];
  const groups = readIpv6(ip);
  if (groups === null) return [{ name: ip.slice(0, 64), times: 1 }];
  const mapped = mappedIpv4(groups);
  if (mapped !== null) return [{ name: mapped, times: 1 }];
  const hex = groups.map((group) => group.toString(16).padStart(4, '0')).join('');
  const [client, ...wider] = IPV6_BUDGETS.map(({ bits, times }) => ({ name: prefixOf(hex, bits), times }));
  return client === undefined ? [{ name: ip, times: 1 }] : [client, ...wider];
}

/** The multiple of a single client's limit for each network that two addresses share. */
export function sharedNetworks(one: string, other: string): readonly number[] {
  if (one === '' || other === '') return [];
  const names = networksOf(other).map(({ name }) => name);
  return networksOf(one)
    .filter(({ name }) => names.includes(name))
    .map(({ times }) => times);
}

/** The /24 of an IPv4 address; anything else unchanged. */
export function ipv4Neighbourhood(name: string): string {
  return IPV4.test(name) ? `${name.split('.').slice(0, 3).join('.')}.0/24` : name;
}

/** Without the port that some proxies append. */
function readIpv4(text: string): string | null {
  const numbers = IPV4.exec(text)?.slice(1).map(Number);
  return numbers === undefined || numbers.some((number) => number > 255) ? null : numbers.join('.');
}

/** The eight groups of an IPv6 address, also in brackets, with a zone or with IPv4 at its end. */
function readIpv6(text: string): readonly number[] | null {
  const [bare = ''] = text.replace(/^\[(.*)\](?::\d+)?$/, '$1').split('%');
  const [head = '', tail, ...more] = withoutIpv4Tail(bare).split('::');
  if (!bare.includes(':') || more.length > 0) return null;
  const left = readGroups(head);
  const right = readGroups(tail ?? '');
  if (left === null || right === null) return null;
  const missing = GROUPS - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  return [...left, ...Array<number>(missing).fill(0), ...right];
}

/** `::ffff:203.0.113.7` as `::ffff:cb00:7107`. */
function withoutIpv4Tail(text: string): string {
  const start = text.lastIndexOf(':') + 1;
  const [a, b, c, d] = readIpv4(text.slice(start))?.split('.').map(Number) ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return text;
  return `${text.slice(0, start)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function readGroups(text: string): readonly number[] | null {
  if (text === '') return [];
  const groups = text.split(':');
  const areHex = groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
  return areHex ? groups.map((group) => Number.parseInt(group, 16)) : null;
}

/** `::ffff:0:0/96`. Source: RFC 4291, section 2.5.5.2. */
function mappedIpv4(groups: readonly number[]): string | null {
  const [mark, high = 0, low = 0] = groups.slice(5);
  if (mark !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function prefixOf(hex: string, bits: number): string {
  const groups = hex.slice(0, bits / 4).match(/.{1,4}/g) ?? [];
  return `${groups.join(':')}/${bits}`;
}
