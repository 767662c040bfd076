/** Tests written by hand see what the sagas send; printed ones have the placeholders of their tape. */
import { call, put, take } from 'redux-saga/effects';
import * as tapes from '../../tape';
import { DEFAULT_REDACTION, drive, linesOf, readTape } from '../../tape';
import { toTest } from '../../tape/cli/toTest';
import { runPrinted } from '../support/flows/printed';
import { appOf, record, told } from './foreign';

const login = (body: object) => ({ isIn: Object.keys(body).length > 1 });
const app = appOf(function* root(): Generator<unknown, void, never> {
  const { password }: { readonly password: string } = yield take('submitted');
  yield call(login, { password, from: 'support@shop.example' });
  yield put({ type: 'signedIn' });
});
const SUBMITTED = { type: 'submitted', password: 'hunter2!' };

it('shows and matches the arguments themselves', async () => {
  const flow = await drive(app);
  await flow.start();
  const said = 'login({"password":"hunter2!","from":"support@shop.example"})';
  expect(await flow.dispatch(SUBMITTED)).toBe(said);
  expect(flow.calls('login')).toEqual([[{ password: 'hunter2!', from: 'support@shop.example' }]]);
  expect(await flow.answer(said, { isIn: true })).toBe('put signedIn');
  flow.finish();
});

it('shows placeholders if the test says what is redacted', async () => {
  const flow = await drive(app, { redaction: DEFAULT_REDACTION });
  await flow.start();
  expect(await flow.dispatch(SUBMITTED)).toBe('login({"password":"<password:1>","from":"person-1@redacted.example"})');
  flow.finish();
});

it.each([
  ['as the app does', app, 'redaction: app.redaction,'],
  ['otherwise', { ...app, redaction: { keys: [], emails: false } }, "redaction: { keys: ['password', "],
])('a printed test whose tape was redacted %s says so, and passes', async (_, now, line) => {
  const text = await record(app, async ({ dispatch, until }) => {
    dispatch(SUBMITTED);
    await until(told('signedIn'));
  });
  const { header, entries } = readTape('login', linesOf(text));
  const printed = await toTest({ app: now, folder: '.' }, 'login', header, [...entries]);
  expect(printed).toContain(line);
  expect(printed).not.toContain('hunter2!');
  await runPrinted(printed, (id) => (id === 'saga-tapes' ? tapes : { app: now }));
});
