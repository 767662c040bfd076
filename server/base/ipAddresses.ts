/** IP addresses: lists of networks that users may sign in from, and which addresses are public or this machine. */
import { BlockList, isIP } from 'node:net';

/** IPv4-mapped IPv6 (`::ffff:192.0.2.1`) and zone ids (`fe80::1%eth0`) are reduced to the plain form. */
export function plainAddress(address: string): string {
  const withoutZone = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone);
  return mapped?.[1] ?? withoutZone;
}

/** The network that a provider gives to one customer: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [front, back] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const all = [...front, ...Array.from({ length: zeros }, () => '0'), ...back];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Whether `address` is in one of the CIDR blocks. `null` allows every address, an empty list none. */
export function addressAllowed(address: string, blocks: readonly string[] | null): boolean {
  if (blocks === null) return true;
  const plain = plainAddress(address);
  const family = isIP(plain);
  if (family === 0) return false;
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', prefix] = block.split('/');
    const type = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(network, Number(prefix ?? (type === 'ipv6' ? 128 : 32)), type);
  }
  return list.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

/** IANA's special-purpose registries: private, loopback, link-local (cloud metadata), documentation and others. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Special blocks within 2000::/3: they lead back to IPv4 or are reserved. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const special = listOf(SPECIAL_IPV4, 'ipv4');
const specialV6 = listOf(SPECIAL_IPV6, 'ipv6');
const globalV6 = listOf(['2000::/3'], 'ipv6');
const loopback = listOf(['127.0.0.0/8'], 'ipv4');

function listOf(blocks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', prefix] = block.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** Whether an IPv4 or IPv6 address is reachable on the internet; false for text that is not an address. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address);
  if (isIP(plain) === 4) return !special.check(plain, 'ipv4');
  return isIP(plain) === 6 && globalV6.check(plain, 'ipv6') && !specialV6.check(plain, 'ipv6');
}

/** A host name as `URL` returns it, without brackets. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && loopback.check(host, 'ipv4'));
}
