/** Lists of networks people may sign in from. */
import { BlockList, isIP } from 'node:net';

/** IPv4 inside IPv6 (`::ffff:192.0.2.1`) and zone ids (`fe80::1%eth0`) name the same machine as the plain form. */
export function plainAddress(address: string): string {
  const withoutZone = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone);
  return mapped?.[1] ?? withoutZone;
}

/** Whether `address` lies in one of the CIDR blocks; no list allows everything, an empty one nothing. */
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
