import { isIP } from 'node:net';

const NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const LONGEST_PREFIX: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

export const TRUST_PROXY_SYNTAX =
  'list the networks of your proxies, separated by commas: addresses (10.0.0.5), ranges (10.0.0.0/8), loopback, linklocal or uniquelocal; a number of proxies is not accepted';

/** True for what Fastify's `trustProxy` accepts as one network: an address, a CIDR range or one of three names. */
export function isTrustedNetwork(network: string): boolean {
  if (NAMES.includes(network)) return true;
  const [address = '', prefix, ...more] = network.split('/');
  const longest = LONGEST_PREFIX[isIP(address)];
  if (longest === undefined || address.includes('%') || more.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= longest;
}
