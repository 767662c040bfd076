/** Which addresses from data the server calls: only those that an outside browser could reach. */
import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublicAddress } from '../../../server/base/ipAddresses';
import { OutsideFetch, OutsideFetchError, OutsideTimeoutError } from '../../../server/platform/http/outsideFetch';

let canary: Server;
let contacts = 0;
let port: number;

beforeAll(async () => {
  canary = createServer((_request, response) => response.end('{}')).on('connection', () => (contacts += 1));
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  ({ port } = canary.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => canary.close(resolve)));

const resolvingTo = (...addresses: string[]) => {
  const found: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return new OutsideFetch({ ownMachine: false, limitMs: 1_000, resolve: (_name, answer) => answer(null, found) });
};

describe('in production', () => {
  const outside = new OutsideFetch({ ownMachine: false, limitMs: 1_000 });

  test.each([
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://017700000001',
    'https://0',
    'https://[::1]',
    'https://[::]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[fe80::1]',
    'https://[fc00::1]',
    'https://[64:ff9b::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://10.0.0.1',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254',
    'https://100.64.0.1',
    'https://224.0.0.1',
    'https://255.255.255.255',
    'https://localhost',
    'http://localhost',
    'http://127.0.0.1',
    'http://id.example',
    'file:///etc/passwd',
    'ftp://id.example',
    'javascript:alert(1)',
    'https://user:password@id.example',
    'not an address',
    '',
  ])('%s is not called', async (address) => {
    const target = /^https?:/.test(address) && !address.includes('@') ? `${address}:${port}/` : address;
    await expect(outside.getJson(target)).rejects.toThrow(/address|private/);
    expect(contacts).toBe(0);
  });

  test.each([
    ['a private one', ['10.0.0.1']],
    ['this machine', ['127.0.0.1']],
    ['this machine in another family', ['::1']],
    ['a public one and a private one', ['93.184.215.14', '127.0.0.1']],
    ['nothing', []],
  ])('a name that resolves to %s is not called', async (_name, addresses) => {
    await expect(resolvingTo(...addresses).getJson(`https://id.example:${port}/`)).rejects.toThrow(
      /private|no address/,
    );
    expect(contacts).toBe(0);
  });

  test('a name is resolved once: the checked address is the called one', async () => {
    let lookups = 0;
    const rebinding = new OutsideFetch({
      ownMachine: false,
      limitMs: 300,
      // Public at first; the second lookup would resolve to this machine.
      resolve: (_name, answer) => answer(null, [{ address: lookups++ === 0 ? '192.0.9.1' : '127.0.0.1', family: 4 }]),
    });
    await expect(rebinding.getJson(`https://id.example:${port}/`)).rejects.toThrow();
    expect({ lookups, contacts }).toEqual({ lookups: 1, contacts: 0 });
  });
});

describe('in the demo', () => {
  const outside = new OutsideFetch({ ownMachine: true, limitMs: 1_000 });

  test('this machine may be called by plain http, other machines may not', async () => {
    await expect(outside.getJson(`http://127.0.0.1:${port}/`)).resolves.toEqual({});
    await expect(outside.getJson('http://id.example/')).rejects.toThrow('not https');
    await expect(outside.getJson('http://192.168.1.1/')).rejects.toThrow('not https');
  });

  test('a missing answer is told apart from other failures', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const brief = new OutsideFetch({ ownMachine: true, limitMs: 100 });
    await expect(brief.postBytes(address, Buffer.alloc(0), {})).rejects.toBeInstanceOf(OutsideTimeoutError);
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
    const refused = await brief.postBytes(address, Buffer.alloc(0), {}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OutsideFetchError);
    expect(refused).not.toBeInstanceOf(OutsideTimeoutError);
  });
});

test.each([
  ['93.184.215.14', true],
  ['2606:4700::1111', true],
  ['::ffff:93.184.215.14', true],
  ['::ffff:10.0.0.1', false],
  ['2001:db8::1', false],
  ['fe80::1%eth0', false],
  ['nonsense', false],
])('%s is public: %p', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
