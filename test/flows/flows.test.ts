/** Every tape of this folder is a test: it replays strictly, and its story matches the snapshot. */
import { selectScreen, selectSignIn } from '../../sagas/session/signIn/signIn.selectors';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { coverageOf } from '../../tape/coverage';
import { app } from '../support/flows/app';
import { replay, tapeNames } from '../support/flows/replay';
import { config } from './flows.config';
import { LIBRARY, recordFlow } from './library';

const fired: Parameters<typeof coverageOf>[1][number][] = [];
/** CPU time, because other load on the machine must not count. */
let microseconds = 0;

describe('each flow replays as it was recorded', () => {
  it.each(tapeNames())('%s', async (name) => {
    const before = process.cpuUsage();
    const flow = await replay(name);
    const { user, system } = process.cpuUsage(before);
    microseconds += user + system;
    fired.push(flow.facts.fired);
    expect(flow).toFinish();
    expect(`\n${flow.facts.story.join('\n')}\n`).toMatchSnapshot();
  });
});

describe('together', () => {
  it('they take at least 95 % of the machines’ transitions', () => {
    const { machines, percent } = coverageOf(app, fired);
    const missing = machines.flatMap((one) => one.missing);
    expect({ missing, isEnough: percent >= 95 }).toEqual({ missing, isEnough: true });
  });

  it('exactly the transitions that no tape takes are explained', () => {
    const missing = coverageOf(app, fired).machines.flatMap((one) => one.missing);
    expect(missing.sort()).toEqual(Object.keys(config.unreachable).sort());
  });

  // The goal is five seconds on quiet cores, which the bench measures; this only notices a player that lost its speed.
  it('they replay in less than a minute of CPU time', () => {
    expect(microseconds / 1e6).toBeLessThan(60);
  });

  it('each machine is counted, or there is a reason why not', () => {
    const folder = join(process.cwd(), 'machines');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const names = files.flatMap((file) => /(\w+)\.machine\.ts$/.exec(file)?.[1] ?? []);
    expect(names.sort()).toEqual([...Object.keys(app.machines), ...Object.keys(config.uncounted)].sort());
  });

  // A tape recorded in the app and added here is a test, too, without a flow in the library.
  it('each flow of the library has a tape', () => {
    const names = config.library.map(({ name }) => name);
    expect(names.filter((name) => !tapeNames().includes(name))).toEqual([]);
  });
});

describe('the purpose of the flows', () => {
  it('many refused calls renew the token once, and every call is repeated', async () => {
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

  it('a recording tells no one where and with which keys pushes reach the browser', async () => {
    const text = await recordFlow(LIBRARY.find(({ name }) => name === 'pushes-turned-on')!);
    expect(text).toContain('"args":[{"endpoint":"addPushDevice"');
    expect(text).not.toMatch(/push\.example\.com|(key|secret)-of-this-browser/);
  });
});
