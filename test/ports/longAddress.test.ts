/** @jest-environment jsdom */
import { createPagePort } from '../../src/ports/page.port';
import { fullSearch, shortAddress } from '../../src/ports/longAddress';

const long = (name: string): string => `?client=${`${name},`.repeat(3_000)}`;
const searchOf = (address: string): string => address.slice(address.indexOf('?'));

beforeEach(() => window.localStorage.clear());

it('leaves an address of ordinary length unchanged', () => {
  expect(shortAddress('/vms/dashboard?client=1')).toBe('/vms/dashboard?client=1');
  expect(fullSearch('?client=1')).toBe('?client=1');
});

it('stores a long query under a short id, the same for the same query', () => {
  const short = shortAddress(`/vms/dashboard${long('a')}`);
  expect(short).toMatch(/^\/vms\/dashboard\?kept=[0-9a-f]{8}$/);
  expect(shortAddress(`/vms/jobs${long('a')}`)).toBe(short.replace('dashboard', 'jobs'));
  expect(shortAddress(`/vms/dashboard${long('b')}`)).not.toBe(short);
  expect(fullSearch(searchOf(short))).toBe(long('a'));
});

it('keeps the last twenty', () => {
  const shorts = Array.from({ length: 21 }, (_, index) => searchOf(shortAddress(`/x${long(`n${index}`)}`)));
  expect(fullSearch(shorts[20]!)).toBe(long('n20'));
  expect(fullSearch(shorts[1]!)).toBe(long('n1'));
  expect(fullSearch(shorts[0]!)).toBe(shorts[0]);
});

it.each(['{', '7', '[1]', '[["a"]]', 'null'])('is not confused by %s in the storage', (stored) => {
  window.localStorage.setItem('vms.longAddresses', stored);
  expect(fullSearch('?kept=1f0c9a7e')).toBe('?kept=1f0c9a7e');
  expect(fullSearch(searchOf(shortAddress(`/x${long('a')}`)))).toBe(long('a'));
});

it('the page has the whole query, while its address is short', () => {
  const page = createPagePort({ userName: null, organizationCode: null, fromSso: false });
  page.push(`/vms/dashboard${long('a')}`);
  expect(window.location.search.length).toBeLessThan(20);
  expect(page.location().search).toBe(long('a'));
});

describe('over plain HTTP, where browsers have no crypto.randomUUID,', () => {
  const { randomUUID } = window.crypto;
  beforeEach(() => Object.defineProperty(window.crypto, 'randomUUID', { value: undefined, configurable: true }));
  afterEach(() => Object.defineProperty(window.crypto, 'randomUUID', { value: randomUUID, configurable: true }));

  it('a long query is stored all the same', () => {
    expect(shortAddress(`/vms/dashboard${long('a')}`)).toMatch(/^\/vms\/dashboard\?kept=[0-9a-f]{8}$/);
  });

  it('each page of the history has a key of its own', () => {
    const page = createPagePort({ userName: null, organizationCode: null, fromSso: false });
    page.push('/vms/jobs');
    const first = page.location();
    page.push('/vms/files');
    expect(page.location()).toMatchObject({ pathname: '/vms/files', key: expect.not.stringMatching(first.key) });
  });
});
