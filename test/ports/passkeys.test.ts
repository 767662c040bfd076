/** @jest-environment jsdom */
/** Passkeys through the library, with a fake browser. */
import { CANCEL } from 'redux-saga';
import { createPasskeysPort } from '../../src/ports/passkeys.port';
import { createSecretStore } from '../../src/ports/secrets.port';

const OPTIONS = JSON.stringify({ challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] });
const bytes = new Uint8Array([1, 2, 3]).buffer;

type Credentials = Partial<Record<'get' | 'create', (options: { signal: AbortSignal }) => Promise<unknown>>>;

/** The result of the browser's dialog. */
function browserWith(credentials: Credentials, isConditionalMediationAvailable?: () => Promise<boolean>): void {
  const value = Object.assign(class {}, isConditionalMediationAvailable && { isConditionalMediationAvailable });
  Object.defineProperty(window, 'PublicKeyCredential', { value, configurable: true });
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
}

afterEach(() => {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});

const named = (name: string) => Object.assign(new Error('No.'), { name });

it('is available if the browser supports passkeys and the host is theirs', () => {
  const secrets = createSecretStore();
  expect(createPasskeysPort('localhost', secrets).supported()).toBe(false);
  browserWith({});
  expect(createPasskeysPort('localhost', secrets).supported()).toBe(true);
  expect(createPasskeysPort(undefined, secrets).supported()).toBe(true);
  expect(createPasskeysPort('vms.example.org', secrets).supported()).toBe(false);
});

it('requests nothing if it is unavailable', async () => {
  const get = jest.fn();
  browserWith({ get });
  const outcome = await createPasskeysPort('vms.example.org', createSecretStore()).get(OPTIONS);
  expect([outcome, get.mock.calls.length]).toEqual([{ kind: 'failed', problem: 'unsupported' }, 0]);
});

it("keeps the browser's answer behind a reference", async () => {
  const secrets = createSecretStore();
  const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes };
  const answer = { id: 'k1', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) };
  browserWith({ get: () => Promise.resolve(answer) });
  const outcome = await createPasskeysPort('localhost', secrets).get(OPTIONS);
  if (outcome.kind === 'failed') throw new Error(outcome.problem);
  expect(JSON.parse(secrets.open(outcome.passkey)!)).toMatchObject({ id: 'k1', response: { signature: 'AQID' } });
});

it.each([
  ['NotAllowedError', 'declined'],
  ['AbortError', 'declined'],
  ['SecurityError', 'unsupported'],
  ['NotSupportedError', 'unsupported'],
  ['InvalidStateError', 'present'],
  ['SomethingNew', 'declined'],
])('%s of the browser means %s', async (name, problem) => {
  browserWith({ get: () => Promise.reject(named(name)) });
  expect(await createPasskeysPort('localhost', createSecretStore()).get(OPTIONS)).toEqual({ kind: 'failed', problem });
});

describe('in the user name field', () => {
  const offers = () => createPasskeysPort('localhost', createSecretStore()).offers();

  it('are offered if the browser can, and silently not otherwise', async () => {
    expect(await offers()).toBe(false);
    browserWith({});
    expect(await offers()).toBe(false);
    browserWith({}, () => Promise.resolve(false));
    expect(await offers()).toBe(false);
    browserWith({}, () => Promise.reject(named('NotAllowedError')));
    expect(await offers()).toBe(false);
    browserWith({}, () => Promise.resolve(true));
    expect(await offers()).toBe(true);
  });

  it('are offered without a dialog, for any of them, until a dialog is opened', async () => {
    document.body.innerHTML = '<input autocomplete="username webauthn">';
    const requests: { mediation?: string; signal: AbortSignal }[] = [];
    const get = (options: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        requests.push(options);
        if (requests.length > 1) reject(named('NotAllowedError'));
        options.signal.addEventListener('abort', () => reject(named('AbortError')));
      });
    browserWith({ get }, () => Promise.resolve(true));
    const port = createPasskeysPort('localhost', createSecretStore());
    const offer = port.offer(OPTIONS);
    while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve));
    expect(requests).toMatchObject([{ mediation: 'conditional', publicKey: { allowCredentials: [] } }]);
    const dialog = port.get(OPTIONS);
    Reflect.get(offer, CANCEL).call(offer);
    expect(await offer).toEqual({ kind: 'failed', problem: 'declined' });
    expect(await dialog).toEqual({ kind: 'failed', problem: 'declined' });
    expect(requests.map(({ mediation }) => mediation)).toEqual(['conditional', undefined]);
  });
});

it('closes the dialog when its call is cancelled', async () => {
  let opened: () => void = () => undefined;
  const open = new Promise<void>((resolve) => (opened = resolve));
  const get = ({ signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(named('AbortError')));
      opened();
    });
  browserWith({ get });
  const pending = createPasskeysPort('localhost', createSecretStore()).get(OPTIONS);
  await open;
  Reflect.get(pending, CANCEL).call(pending);
  expect(await pending).toEqual({ kind: 'failed', problem: 'declined' });
});
