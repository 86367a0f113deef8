import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Networks that are not on the internet, or that lead back to this machine or its network. Source: the IANA registries of
 * special-purpose addresses. 169.254.0.0/16 has the metadata services of cloud providers.
 */
const NOT_PUBLIC_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Within 2000::/3, which has all public IPv6 addresses: Teredo and others, documentation, 6to4, which contains an IPv4 address. */
const NOT_PUBLIC_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const notPublic = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(network, prefix, 'ipv6');
const unicastV6 = new BlockList();
unicastV6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the internet: not private, loopback, link-local, multicast or reserved. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && unicastV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** A name that resolves to an address that is not public. Its `code` is `NOT_PUBLIC`. */
export class NotPublicError extends Error {
  readonly code = 'NOT_PUBLIC';
}

/**
 * For `lookup` of a connection: resolves a name and refuses it if any of its addresses is not public. The connection goes
 * to the address that was checked, so a name that resolves differently a moment later cannot redirect it. Node does not
 * look up an address that is written in the URL: check that first.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new NotPublicError(`${hostname} is not on the internet.`), '');
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};
