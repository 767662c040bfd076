/** Every tape of this folder is a test: it replays strictly, and its story stays as it is told in the snapshot. */
import { selectScreen, selectSignIn } from '../../sagas/access/access.selectors';
import { replay, tapeNames } from '../support/flows/replay';

describe('each flow replays as it was recorded', () => {
  it.each(tapeNames())('%s', async (name) => {
    const flow = await replay(name);
    expect(flow).toFinish();
    expect(`\n${flow.facts.story.join('\n')}\n`).toMatchSnapshot();
  });
});

describe('what the flows are there for', () => {
  it('a storm of refused calls renews the token once, and every call is sent again', async () => {
    const flow = await replay('token-refresh-storm');
    expect(flow).toVisit('session.active.renewing');
    expect(flow).toCallOnce('http.send', { endpoint: 'token', body: { grant_type: 'refresh_token' } });
    expect(flow).toPutInOrder(['session/tokenRejected', 'session/tokenRenewed']);
    expect(flow).toEndWith(selectScreen, 'home');
  });

  it('a refused takeover ends at the form', async () => {
    const flow = await replay('takeover-refused');
    expect(flow).toCallOnce('http.send', { endpoint: 'clearTokenIdentifier' });
    expect(flow).toEndWith((state) => selectSignIn(state).step, 'credentials');
  });
});
