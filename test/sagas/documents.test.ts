/** What is fetched for the viewer, what is not, and what is cleaned up. */
import { combineReducers, configureStore, type UnknownAction } from '@reduxjs/toolkit';
import createSagaMiddleware, { CANCEL } from 'redux-saga';
import type { Task } from 'redux-saga';
import type { Grant } from '../../machines/grant';
import type { SecretRef } from '../../machines/references';
import type { SignedOutReason } from '../../machines/session/session.types';
import { loadEndpointCatalog } from '../../sagas/base/http/send.saga';
import { NoAnswer, type FileRef, type HttpAnswer, type HttpCall } from '../../sagas/base/ports/network';
import type { PageMove } from '../../sagas/base/ports/page';
import { machineMoved, machinesReducer, type MachinesState } from '../../sagas/base/runtime/machines.slice';
import { readPreview, savePreview, type DocumentAddress } from '../../sagas/features/documents/documentAddress';
import { watchDocumentFile } from '../../sagas/features/documents/documentFile.saga';
import { watchDocumentPage } from '../../sagas/features/documents/documentPage.saga';
import { watchDocuments } from '../../sagas/features/documents/documents.saga';
import { selectDocumentView } from '../../sagas/features/documents/documents.selectors';
import {
  documentClosed,
  documentOpened,
  documentPageOpened,
  documentRetried,
  documentDownloadPressed,
  documentsReducer,
} from '../../sagas/features/documents/documents.slice';
import { navigateRequested, pageMoved } from '../../sagas/navigation/location/location.slice';
import { fork, take } from '../../sagas/base/runtime/effects';
import { createFileStore } from '../../src/ports/files.port';
import { settle } from '../support/virtualClock';
import { watchActions } from '../support/watchActions';

const ID = '0b8f3f0e-52d6-4c3c-9f0d-1f2d3c4b5a69';
const OTHER = '1c8f3f0e-52d6-4c3c-9f0d-1f2d3c4b5a70';
const PATH = `/api-agency/v1/compliance/documents/${ID}/preview`;
const license = { kind: 'complianceDocument', id: ID, title: 'License of Ann' } as const;
const invoice = { kind: 'invoice', id: OTHER, title: 'Invoice 7' } as const;
const grant: Grant = { token: '<secret:1>' as SecretRef, tokenIdentifier: 'mine', generation: 1 };

/** The response reader is a separate bundle, which is loaded before a user opens a document. */
beforeAll(async () => (await loadEndpointCatalog()).loadLaterContract());

interface Sent {
  readonly call: HttpCall;
  readonly answer: (answer: HttpAnswer | NoAnswer['kind']) => Promise<void>;
  aborted: boolean;
}

function openTab(
  saved: string | null = null,
  storage = new Map<string, string | null>([['pdfPreview', saved]]),
  isOpenFirst = false,
) {
  const secrets = createFileStore();
  const sent: Sent[] = [];
  const savedFiles: [FileRef, string][] = [];
  const faults: Error[] = [];
  const went: string[] = [];
  const ports = {
    http: {
      send(call: HttpCall) {
        let settleIt: (answer: HttpAnswer | NoAnswer['kind']) => void = () => {};
        const promise = new Promise<HttpAnswer>((resolve, reject) => {
          settleIt = (answer) => (typeof answer === 'string' ? reject(new NoAnswer(answer)) : resolve(answer));
        });
        const one: Sent = {
          call,
          aborted: false,
          answer: async (answer) => {
            settleIt(answer);
            await settle();
          },
        };
        sent.push(one);
        return Object.assign(promise, { [CANCEL]: () => void (one.aborted = true) });
      },
    },
    clock: { now: () => 0, delay: () => new Promise<never>(() => {}) },
    storage: {
      read: (key: string) => storage.get(key) ?? null,
      write: (key: string, value: string | null) => void storage.set(key, value),
    },
    files: { ...secrets, save: (file: FileRef, name: string) => savedFiles.push([file, name]) > 0 },
  };
  const sagas = createSagaMiddleware({ context: ports, onError: (error) => faults.push(error) });
  const session = {
    value: 'active',
    context: { grant, user: null },
    tags: ['active'],
    can: [],
    status: 'active',
  } as const;
  const store = configureStore({
    reducer: combineReducers({
      machines: (state: MachinesState = { session }, action: UnknownAction) => machinesReducer(state, action),
      documents: documentsReducer,
    }),
    middleware: (defaults) =>
      defaults({ thunk: false }).concat(
        sagas,
        watchActions((action) => {
          if (navigateRequested.match(action)) went.push(action.payload.to);
        }),
      ),
  });
  const task: Task = sagas.run(function* signedIn() {
    yield* fork(watchDocuments);
    if (isOpenFirst) yield* take(documentOpened);
    yield* fork(watchDocumentFile);
    yield* fork(watchDocumentPage);
  });
  const goTo = (pathname: string, key = pathname, by: PageMove['by'] = 'push') =>
    store.dispatch(pageMoved({ location: { pathname, search: '', key }, by }));
  const hold = (name = 'License.pdf'): HttpAnswer => ({
    status: 200,
    body: { file: secrets.keep(new Blob(['%PDF'])), fileName: name, size: 4 },
    retryAfterSeconds: null,
  });
  const endSession = (reason: SignedOutReason) => {
    const projection = { ...session, context: { grant: null, user: null, reason }, tags: ['signedOut'] };
    store.dispatch(machineMoved({ machine: 'session', event: 'ENDED', projection }));
  };
  const view = () => selectDocumentView(store.getState());
  return { store, task, sent, secrets, savedFiles, storage, faults, went, goTo, hold, endSession, view };
}

const refused = (status: number, errorCode: string): HttpAnswer => ({
  status,
  body: { errorCode, errorMessage: `Server says ${errorCode}.` },
  retryAfterSeconds: null,
});

describe('the dialog', () => {
  test('shows immediately that it is loading, fetches as the user, and holds the file while it is shown', async () => {
    const tab = openTab();
    tab.store.dispatch(documentOpened(license));
    expect(tab.view()).toMatchObject({ form: 'dialog', title: 'License of Ann', file: null, problem: null });
    expect(tab.sent.map(({ call }) => call)).toEqual([
      expect.objectContaining({
        endpoint: 'complianceDocumentPreview',
        params: { documentId: ID },
        bearer: grant.token,
      }),
    ]);
    await tab.sent[0]!.answer(tab.hold());
    expect(tab.view()?.file).toBe('<file:1>');
    expect(tab.secrets.count()).toBe(1);

    tab.store.dispatch(documentDownloadPressed());
    expect(tab.savedFiles).toEqual([['<file:1>', 'License.pdf']]);

    tab.store.dispatch(documentClosed());
    expect(tab.view()).toBeNull();
    expect(tab.secrets.count()).toBe(0);
    tab.store.dispatch(documentDownloadPressed());
    expect(tab.savedFiles).toHaveLength(1);
    expect(tab.faults).toEqual([]);
  });

  test('opened before its code is loaded, is fetched once', async () => {
    const tab = openTab(null, undefined, true);
    tab.store.dispatch(documentOpened(license));
    expect(tab.sent.map(({ call }) => call.params)).toEqual([{ documentId: ID }]);
    await tab.sent[0]!.answer(tab.hold());
    expect(tab.view()).toMatchObject({ form: 'dialog', title: 'License of Ann', problem: null });
    expect(tab.view()?.file).not.toBeNull();
  });

  test('closed before the answer, the call is aborted and nothing is kept', async () => {
    const tab = openTab();
    tab.store.dispatch(documentOpened(license));
    tab.store.dispatch(documentClosed());
    await settle();
    expect([tab.sent[0]!.aborted, tab.secrets.count(), tab.view()]).toEqual([true, 0, null]);
  });

  test('another document replaces and releases the first', async () => {
    const tab = openTab();
    tab.store.dispatch(documentOpened(license));
    await tab.sent[0]!.answer(tab.hold());
    tab.store.dispatch(documentOpened(invoice));
    expect(tab.view()).toMatchObject({ title: 'Invoice 7', file: null });
    expect(tab.secrets.count()).toBe(0);
    expect(tab.sent[1]!.call).toMatchObject({ endpoint: 'invoicePreview', params: { invoiceId: OTHER } });
    await tab.sent[1]!.answer(tab.hold('Invoice 7.pdf'));
    expect(tab.view()?.file).toBe('<file:2>');
  });

  test('a double click fetches twice and keeps one file', async () => {
    const tab = openTab();
    tab.store.dispatch(documentOpened(license));
    tab.store.dispatch(documentOpened(license));
    expect(tab.sent.map(({ aborted }) => aborted)).toEqual([true, false]);
    await tab.sent[1]!.answer(tab.hold());
    expect(tab.secrets.count()).toBe(1);
  });

  test('closes with the page it was opened on, and at sign-out', async () => {
    const tab = openTab();
    tab.goTo('/vms/compliance');
    tab.store.dispatch(documentOpened(license));
    await tab.sent[0]!.answer(tab.hold());
    tab.goTo('/vms/compliance');
    expect(tab.view()).not.toBeNull();
    tab.goTo('/vms/jobs');
    expect([tab.view(), tab.secrets.count()]).toEqual([null, 0]);

    tab.store.dispatch(documentOpened(license));
    await tab.sent[1]!.answer(tab.hold());
    tab.task.cancel();
    expect(tab.secrets.count()).toBe(0);
  });

  test.each<[string, HttpAnswer | NoAnswer['kind'], RegExp, boolean]>([
    ['404', refused(404, 'not.found'), /does not exist, has not been uploaded yet, or is not available to you/, false],
    ['401', refused(401, 'server.unauthorized'), /You do not have permission to see this document/, false],
    ['a session that is over', refused(401, 'session.ended'), /Your session has ended/, false],
    ['500', refused(500, 'server.error'), /unknown error/, true],
    ['503', refused(503, 'service.unavailable'), /busy/, true],
    ['no network', 'unreachable', /Check your connection/, true],
    ['a file that is too large', 'tooLarge', /larger than 50 MB/, false],
    ['HTML in place of a file', { status: 200, body: null, retryAfterSeconds: null }, /did not send a document/, true],
    [
      'JSON in place of a file',
      { status: 200, body: { a: 1 }, retryAfterSeconds: null },
      /did not send a document/,
      true,
    ],
  ])('%s shows a message', async (_, answer, sentence, canRetry) => {
    const tab = openTab();
    tab.store.dispatch(documentOpened(license));
    await tab.sent[0]!.answer(answer);
    expect(tab.view()).toMatchObject({ problem: expect.stringMatching(sentence) as string, canRetry, file: null });
    expect(tab.faults).toEqual([]);
  });

  test('Retry requests it again', async () => {
    const tab = openTab();
    tab.store.dispatch(documentOpened(license));
    await tab.sent[0]!.answer('unreachable');
    tab.store.dispatch(documentRetried());
    expect(tab.view()).toMatchObject({ problem: null, file: null, title: 'License of Ann' });
    await tab.sent[1]!.answer(tab.hold());
    expect(tab.view()?.file).toBe('<file:1>');
  });
});

describe('the page viewpdf', () => {
  test('is opened with a call in saved state, and shows its document', async () => {
    const tab = openTab();
    tab.store.dispatch(documentPageOpened(license));
    expect(tab.went).toEqual(['/viewpdf']);
    expect(JSON.parse(tab.storage.get('pdfPreview')!)).toEqual({ method: 'GET', path: PATH, body: null });
    tab.goTo('/viewpdf');
    expect(tab.sent).toHaveLength(1);
    await tab.sent[0]!.answer(tab.hold('License - Ann.pdf'));
    expect(tab.view()).toMatchObject({ form: 'page', title: 'License - Ann', file: '<file:1>' });
    tab.goTo('/vms/jobs');
    expect([tab.view(), tab.secrets.count()]).toEqual([null, 0]);
  });

  test('shows every document that is opened as a page, not only the first of the session', async () => {
    const tab = openTab();
    tab.goTo('/vms/jobs');
    for (const document of [license, invoice, license]) {
      tab.store.dispatch(documentOpened(document));
      tab.store.dispatch(documentPageOpened(document));
      tab.goTo('/viewpdf');
      expect([tab.view()?.form, tab.sent.at(-1)?.aborted]).toEqual(['page', false]);
      await tab.sent.at(-1)!.answer(tab.hold());
      expect([tab.view()?.file === null, tab.secrets.count()]).toEqual([false, 1]);
      tab.goTo('/vms/jobs');
      expect([tab.view(), tab.secrets.count()]).toEqual([null, 0]);
    }
    expect(tab.faults).toEqual([]);
  });

  /** A tab that has shown the license, left it, and then shown the invoice. */
  async function afterTwo() {
    const tab = openTab();
    const shown = () => tab.sent.at(-1)?.call.params;
    for (const [step, document] of [license, invoice].entries()) {
      tab.goTo('/vms/jobs', `list ${step}`);
      tab.store.dispatch(documentPageOpened(document));
      tab.goTo('/viewpdf', `document ${step}`);
      await tab.sent.at(-1)!.answer(tab.hold());
    }
    expect(shown()).toEqual({ invoiceId: OTHER });
    return { ...tab, shown, back: (pathname: string, key: string) => tab.goTo(pathname, key, 'pop') };
  }

  test('Back to an earlier document shows that one, also after a reload, and Forward the later one again', async () => {
    const { back, shown, storage, faults } = await afterTwo();
    back('/vms/jobs', 'list 1');
    back('/viewpdf', 'document 0');
    expect(shown()).toEqual({ documentId: ID });
    const reloaded = openTab(null, storage);
    reloaded.goTo('/viewpdf', 'document 0', 'replace');
    expect(reloaded.sent.map(({ call }) => call.params)).toEqual([{ documentId: ID }]);
    back('/vms/jobs', 'list 1');
    back('/viewpdf', 'document 1');
    expect(shown()).toEqual({ invoiceId: OTHER });
    expect(faults).toEqual([]);
  });

  test('two steps back at once lead from one document to the other, and release the file of the first', async () => {
    const { back, hold, secrets, sent, shown, view } = await afterTwo();
    back('/viewpdf', 'document 0');
    expect([shown(), view()?.file, secrets.count()]).toEqual([{ documentId: ID }, null, 0]);
    await sent.at(-1)!.answer(hold());
    expect([view()?.file === null, secrets.count()]).toEqual([false, 1]);
  });

  test('after signing in again, the document shown last is shown, and stays that of its step', async () => {
    const { back, goTo, shown, store } = await afterTwo();
    back('/viewpdf', 'document 0');
    goTo('/vms/home', 'document 0', 'replace');
    goTo('/viewpdf', 'document 0 again', 'replace');
    expect(shown()).toEqual({ documentId: ID });
    goTo('/vms/jobs', 'list 2');
    store.dispatch(documentPageOpened(invoice));
    goTo('/viewpdf', 'document 2');
    back('/viewpdf', 'document 0 again');
    expect(shown()).toEqual({ documentId: ID });
  });

  test.each<[SignedOutReason, boolean]>([
    ['signed_out', false],
    ['invalid_url', false],
    ['expired', true],
    ['taken_over', true],
  ])(
    'the session ends with the reason %s: what was shown can be shown after the next sign-in: %s',
    async (reason, isKept) => {
      const { endSession, storage, task } = await afterTwo();
      endSession(reason);
      // As the app does with all that runs while a user is signed in.
      task.cancel();
      expect(['pdfPreview', 'pdfSteps'].map((key) => storage.get(key) != null)).toEqual([isKept, isKept]);
    },
  );

  test('Back to a step whose document is not known shows no other one', async () => {
    const { back, sent, view } = await afterTwo();
    const before = sent.length;
    back('/vms/jobs', 'list 1');
    back('/viewpdf', 'long ago');
    expect([sent.length, view()?.address]).toEqual([before, null]);
    expect(view()?.problem).toMatch(/There is no document to show here/);
  });

  test('a document opened in a dialog over the page takes its place', async () => {
    const { goTo, shown, store, view } = await afterTwo();
    store.dispatch(documentOpened(license));
    store.dispatch(documentPageOpened(license));
    goTo('/viewpdf', 'document 1 replaced', 'replace');
    expect([shown(), view()?.form]).toEqual([{ documentId: ID }, 'page']);
  });

  test.each([
    ['no JSON', '[['],
    ['no list', '{"document 0":1}'],
    ['no pairs', '["document 0",["document 0"],["document 0",7],null]'],
    ['another call', JSON.stringify([['document 0', '{"method":"POST","path":"/api-user/v1/session/end","body":{}}']])],
  ])('steps that were saved as %s send nothing', (_, steps) => {
    const tab = openTab(null, new Map([['pdfSteps', steps]]));
    tab.goTo('/viewpdf', 'document 0', 'pop');
    expect([tab.sent, tab.faults]).toEqual([[], []]);
    expect(tab.view()?.problem).toMatch(/There is no document to show here/);
  });

  test('only the last steps are kept', () => {
    const tab = openTab();
    for (let step = 0; step < 60; step += 1) {
      tab.goTo('/vms/jobs', `list ${step}`);
      tab.store.dispatch(documentPageOpened(license));
      tab.goTo('/viewpdf', `document ${step}`);
    }
    const kept = JSON.parse(tab.storage.get('pdfSteps')!) as [string, string][];
    expect([kept.length, kept.at(-1)?.[0]]).toEqual([50, 'document 59']);
  });

  test.each(HOSTILE_STATES())('%s sends nothing and shows what to do', async (_, saved) => {
    const tab = openTab(saved);
    tab.goTo('/viewpdf');
    await settle();
    expect(tab.sent).toEqual([]);
    expect(tab.view()).toMatchObject({ file: null, canRetry: false });
    expect(tab.view()?.problem).toMatch(/There is no document to show here/);
    expect(tab.faults).toEqual([]);
  });

  const broadcast: DocumentAddress = { kind: 'broadcast', id: ID, tenantId: OTHER };
  test.each<{ shown: DocumentAddress; read: DocumentAddress }>([
    { shown: license, read: { kind: 'complianceDocument', id: ID } },
    { shown: invoice, read: { kind: 'invoice', id: OTHER } },
    { shown: broadcast, read: broadcast },
  ])('what is saved is read unchanged, without a title: $shown.kind', ({ shown, read }) => {
    expect(readPreview(savePreview(shown))).toEqual(read);
  });

  test.each([
    ['no body', null],
    ['another field', { entityId: ID, tenantId: ID, as: 'owner' }],
    ['no id', { entityId: 'all', tenantId: ID }],
    ['a number', { entityId: 7, tenantId: ID }],
    ['a list', [ID, ID]],
  ])('the document of a broadcast is not requested with %s', (_, body) => {
    const { method, path } = JSON.parse(savePreview(broadcast)) as { method: string; path: string };
    expect(readPreview(JSON.stringify({ method, path, body }))).toBeNull();
  });

  test('an omitted body is the same as none', () => {
    expect(readPreview(JSON.stringify({ method: 'GET', path: PATH }))).toEqual({ kind: 'complianceDocument', id: ID });
  });
});

/** What saved state may contain besides the known shapes. */
function HOSTILE_STATES(): [string, string | null][] {
  const state = (value: unknown) => JSON.stringify(value);
  const get = (path: unknown) => state({ method: 'GET', path, body: null });
  return [
    ['nothing', null],
    ['an empty text', ''],
    ['no JSON', '{"method":"GET"'],
    ['null', 'null'],
    ['a number', '7'],
    ['a text', state(PATH)],
    ['a list', state(['GET', PATH, null])],
    ['an empty object', '{}'],
    ['no method', state({ path: PATH })],
    ['no path', state({ method: 'GET' })],
    ['another method', state({ method: 'POST', path: PATH, body: null })],
    ['deleting', state({ method: 'DELETE', path: PATH, body: null })],
    ['a method in small letters', state({ method: 'get', path: PATH, body: null })],
    ['a method in a list', state({ method: ['GET'], path: PATH, body: null })],
    ['a body', state({ method: 'GET', path: PATH, body: { a: 1 } })],
    ['a body of text', state({ method: 'GET', path: PATH, body: '' })],
    ['another field', state({ method: 'GET', path: PATH, body: null, headers: { a: 'b' } })],
    ['a prototype', '{"method":"GET","path":"' + PATH + '","__proto__":{"a":1}}'],
    ['another call', get('/api-user/v1/session')],
    ['ending the session', state({ method: 'POST', path: '/api-user/v1/session/end', body: {} })],
    ['another host', get(`https://evil.example${PATH}`)],
    ['another host without scheme', get(`//evil.example${PATH}`)],
    ['backslashes', get(`\\\\evil.example${PATH}`)],
    ['a script', get('javascript:alert(1)')],
    ['data', get('data:application/pdf;base64,AAAA')],
    ['a path that climbs', get(`/api-agency/v1/compliance/documents/../../users/${ID}/preview`)],
    ['a path that climbs in code', get(`/api-agency/v1/compliance/documents/..%2F..%2F/preview`)],
    ['a query', get(`${PATH}?as=owner`)],
    ['a fragment', get(`${PATH}#x`)],
    ['something before it', get(`x${PATH}`)],
    ['something after it', get(`${PATH}/all`)],
    ['a slash after it', get(`${PATH}/`)],
    ['a new line after it', get(`${PATH}\n`)],
    ['a new line within', get(PATH.replace('/preview', '\n/preview'))],
    ['capital letters', get(PATH.toUpperCase())],
    ['an id that is none', get('/api-agency/v1/compliance/documents/1/preview')],
    ['the template itself', get('/api-agency/v1/compliance/documents/{documentId}/preview')],
    ['an id of one with the path of the other', get(`/api-timecard/v1/compliance/documents/${ID}/preview`)],
    ['a path in a list', get([PATH])],
    ['a path as an object', get({ toString: PATH })],
    ['NUL', get(`${PATH}\0`)],
    ['a book', get(`${PATH}${'x'.repeat(100_000)}`)],
  ];
}
