/** Writing a broadcast with a scripted server, in virtual time. */
import type { EndpointName } from '../../contract/endpoints';
import { selectComposeForm, selectUpload } from '../../sagas/features/admin/broadcasts/compose.selectors';
import { documentChosen, documentUploadRetried } from '../../sagas/features/admin/broadcasts/upload.slice';
import { formSubmitted } from '../../sagas/features/admin/forms/forms.slice';
import { openAdmin } from '../support/adminTab';
import { apiError, ok, type Reply } from '../support/scriptedServer';

describe('writing a broadcast', () => {
  const kept = { broadcastDocumentId: 'd1', fileName: 'News.pdf', mediaType: 'application/pdf', size: 3 };
  const open = (answers: Partial<Record<EndpointName, Reply>> = {}) =>
    openAdmin('/vms/admin/broadcasts/add', { broadcastAudience: ok({ types: [], organizations: [] }), ...answers });
  const valuesIn = (tab: Awaited<ReturnType<typeof open>>['tab'], facts: object) => ({
    ...selectComposeForm(tab.state()).loaded?.values,
    subject: 'Closing time',
    message: 'On Friday.',
    organizationTypes: ['CLIENT'],
    ...facts,
  });

  it('its document is uploaded first and then sent with it', async () => {
    const { tab, act, bodies } = await open({
      uploadBroadcastDocument: ok(kept),
      createBroadcast: ok({ entityId: 'b1', status: 'SENT', recipients: 1 }),
    });
    const file = tab.files.keep(new Blob(['%PDF-1.7']));
    await act(documentChosen({ file, fileName: 'News', size: 8 }));
    expect(selectUpload(tab.state())).toMatchObject({ fileName: 'News.pdf', isKept: true, isPdf: true });
    await act(formSubmitted({ values: valuesIn(tab, {}) }));
    expect(bodies('createBroadcast')).toMatchObject([{ template: '<p>On Friday.</p>', broadcastDocumentId: 'd1' }]);
    expect([tab.path(), selectUpload(tab.state()), tab.files.open(file)]).toEqual([
      '/vms/admin/broadcasts/b1',
      null,
      undefined,
    ]);
    expect(tab.faults).toEqual([]);
  });

  it('a document that is too large is not sent; a failed upload can be retried', async () => {
    const { tab, script, act, sentTo } = await open({ uploadBroadcastDocument: 'unreachable' });
    const choose = (size: number) => documentChosen({ file: tab.files.keep(new Blob(['x'])), fileName: 'a.pdf', size });
    await act(choose(11 * 1024 * 1024));
    expect(selectUpload(tab.state())?.error).toBe('This file is 11.0 MB. Please choose one of at most 10 MB.');
    expect(sentTo('uploadBroadcastDocument')).toEqual([]);
    await act(choose(1_000));
    expect(selectUpload(tab.state())).toMatchObject({ canRetry: true, isKept: false });
    await act(formSubmitted({ values: valuesIn(tab, {}) }));
    expect([sentTo('createBroadcast').length, selectComposeForm(tab.state()).error]).toEqual([
      0,
      'The document is not on the server yet. Please wait for it, try it again, or remove it.',
    ]);
    script.respond('uploadBroadcastDocument', ok(kept));
    await act(documentUploadRetried());
    expect(selectUpload(tab.state())?.isKept).toBe(true);
    // Of the two chosen files only the last is held.
    expect(tab.files.count()).toBe(1);
  });

  it('one that was already sent with other values is not offered a newer version, and keeps what was typed', async () => {
    const sentence = "This broadcast was already sent as 'Closing time', but with other values.";
    const { tab, act } = await open({ createBroadcast: apiError(409, 'conflict', { errorMessage: sentence }) });
    await act(formSubmitted({ values: valuesIn(tab, {}) }));
    const { error, conflict, loaded } = selectComposeForm(tab.state());
    expect([error, conflict, loaded !== null]).toEqual([sentence, false, true]);
  });

  const LAKESIDE = { id: 'o1', name: 'Lakeside', type: 'CLIENT', people: 3 };
  const SUMMIT = { id: 'o2', name: 'Summit Staffing', type: 'AGENCY', people: 2 };
  const audience = (...organizations: readonly object[]) => ok({ types: [], organizations });

  it.each<[string, Reply, string]>([
    [
      'an organization was deactivated',
      audience(LAKESIDE),
      'Summit Staffing is no longer active. Please untick it among the recipients, and send it again.',
    ],
    [
      'two organizations were deactivated',
      audience(),
      'These organizations are no longer active: Lakeside, Summit Staffing. Please untick them among the recipients, and send it again.',
    ],
    [
      'its document was deleted',
      audience(LAKESIDE, SUMMIT),
      'The document is no longer on the server. Please choose it again, or remove it.',
    ],
    [
      'something of it was removed, and no answer says what,',
      'unreachable',
      'The document or an organization is no longer there. Please choose them again, or reload.',
    ],
  ])('if %s before it is sent, the message says so', async (_name, later, sentence) => {
    const { tab, script, act } = await open({
      broadcastAudience: audience(LAKESIDE, SUMMIT),
      createBroadcast: apiError(404, 'not.found'),
    });
    script.respond('broadcastAudience', later);
    await act(formSubmitted({ values: valuesIn(tab, { organizationIds: ['o1', 'o2'] }) }));
    expect([selectComposeForm(tab.state()).error, selectComposeForm(tab.state()).busy]).toEqual([sentence, false]);
    expect(tab.faults).toEqual([]);
  });

  it('a broadcast with a past time is not sent immediately', async () => {
    const { tab, act, sentTo } = await open();
    await act(formSubmitted({ values: valuesIn(tab, { when: 'later', sendAt: '2001-01-01T10:00', zone: 'UTC' }) }));
    expect(sentTo('createBroadcast')).toEqual([]);
    expect(selectComposeForm(tab.state()).error).toMatch(/^The time to send it has passed/);
  });
});
