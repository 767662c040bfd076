/** Leaving for the training and learning services: what is opened, when, and what happens when it cannot be. */
import { handOffLinkUsed, handOffRequested, selectHandOffLink } from '../../sagas/features/handOffs/handOffs.slice';
import { TEST_CONFIG } from '../support/tab';
import { USER } from '../support/user';
import { inShell, json, ORGANIZATION, PASS } from '../support/inShell';
import { signOutRequested } from '../../sagas/session/session.events';

describe('hand-offs', () => {
  const to = (service: 'training' | 'learning') => handOffRequested({ to: service });

  it('training: an empty tab immediately, the form 100 ms after its pass', async () => {
    const { tab, dispatch, clock } = await inShell();
    await dispatch(to('training'), 0);
    expect(tab.opened).toEqual([{ at: 'empty' }]);
    await clock.advance(109);
    expect(tab.opened).toEqual([{ at: 'empty' }]);
    await clock.advance(1);
    expect(tab.opened).toEqual([{ at: 'https://training.example.org/sso', fields: PASS }]);
  });

  it('learning: the login key in the tab', async () => {
    const { tab, dispatch } = await inShell();
    await dispatch(to('learning'));
    expect(tab.opened).toEqual([{ at: 'https://learn.example.org/in?key=k' }]);
    expect(tab.sent.find(({ endpoint }) => endpoint === 'learningKey')?.params).toEqual({
      organizationId: ORGANIZATION,
      userId: USER.userId,
    });
  });

  it('a service that cannot be opened has the name that the agency gave it', async () => {
    const { dispatch, notices } = await inShell({
      user: { agencyBrandedLEU: true, agencyBrandedMenuLabel: 'Summit Academy' },
      answers: { learningKey: 'unreachable' },
      tab: { blocksTabs: true },
    });
    await dispatch(to('learning'));
    expect(notices()).toEqual([expect.stringMatching(/^Summit Academy could not be opened/)]);
  });

  it('two clicks open one tab', async () => {
    const { tab, dispatch } = await inShell();
    await dispatch(to('learning'), 0);
    await dispatch(to('learning'));
    expect(tab.opened).toHaveLength(1);
  });

  it('both services that are pressed one after the other are opened', async () => {
    const { tab, dispatch } = await inShell();
    await dispatch(to('training'), 0);
    await dispatch(to('learning'), 200);
    expect(tab.opened).toEqual([
      { at: 'https://training.example.org/sso', fields: PASS },
      { at: 'https://learn.example.org/in?key=k' },
    ]);
  });

  it.each([
    ['plain http', 'http://learn.example.org/in'],
    ['a host that is not allowed', 'https://evil.example/in'],
    ['an allowed host on another port', 'https://learn.example.org:8443/in'],
    ['an allowed name within another', 'https://learn.example.org.evil.example/in'],
    ['an allowed name as a user', 'https://learn.example.org@evil.example/in'],
    ['credentials in the address', 'https://a:b@learn.example.org/in'],
    ['a script', 'javascript:alert(1)'],
    ['a data address', 'data:text/html,hi'],
    ['the app itself, in production', 'http://localhost/demo/learning'],
  ])('%s is not opened: the tab is closed, and a message is shown', async (_, loginKey) => {
    const { tab, dispatch, notices } = await inShell({ answers: { learningKey: json({ loginKey }) } });
    await dispatch(to('learning'));
    expect(tab.opened).toEqual([{ at: 'closed' }]);
    expect(notices()).toEqual([expect.stringMatching(/^Nexus University could not be opened/)]);
  });

  it('in the demo the app itself acts as the services', async () => {
    const loginKey = 'http://localhost/demo/learning?key=k';
    const { tab, dispatch } = await inShell({
      answers: { learningKey: json({ loginKey }) },
      tab: { config: { ...TEST_CONFIG, mode: 'demo' } },
    });
    await dispatch(to('learning'));
    expect(tab.opened).toEqual([{ at: loginKey }]);
  });

  it('a failure closes the empty tab and shows a message', async () => {
    const { tab, dispatch, notices } = await inShell({ answers: { trainingHandOff: 'unreachable' } });
    await dispatch(to('training'));
    expect(tab.opened).toEqual([{ at: 'closed' }]);
    expect(notices()).toEqual([
      'Tutorials could not be opened. The server cannot be reached. Check your connection and try again.',
    ]);
  });

  it('a sign-out in the meantime closes the empty tab', async () => {
    const { tab, dispatch } = await inShell();
    await dispatch(to('training'), 50);
    await dispatch(signOutRequested());
    expect(tab.opened).toEqual([{ at: 'closed' }]);
  });

  describe('if the browser blocks the tab', () => {
    const blocked = () => inShell({ tab: { blocksTabs: true } });

    it('a link to the same target is shown instead', async () => {
      const { tab, dispatch, notices } = await blocked();
      await dispatch(to('training'));
      expect(selectHandOffLink(tab.state())).toMatchObject({
        name: 'Tutorials',
        url: 'https://training.example.org/sso',
        fields: PASS,
      });
      expect(notices()).toEqual([]);
    });

    it('it disappears when used, and when its pass has expired', async () => {
      const { tab, clock, dispatch } = await blocked();
      await dispatch(to('learning'));
      await dispatch(handOffLinkUsed(), 99);
      expect(selectHandOffLink(tab.state())).not.toBeNull();
      await clock.advance(1);
      expect(selectHandOffLink(tab.state())).toBeNull();
      await dispatch(to('learning'));
      await clock.advance(56_000);
      expect(selectHandOffLink(tab.state())).toBeNull();
    });

    it('another service can be requested in the meantime', async () => {
      const { tab, dispatch } = await blocked();
      await dispatch(to('learning'));
      await dispatch(to('training'));
      expect(selectHandOffLink(tab.state())?.name).toBe('Tutorials');
    });
  });
});
