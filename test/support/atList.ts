/** The page of a list with a scripted server, in virtual time: the real root saga, machines and reducers. */
import { PERMISSIONS } from '../../contract/base/permissions';
import type { EndpointName } from '../../contract/endpoints';
import type { HttpAnswer, HttpCall, NoAnswer } from '../../sagas/base/ports/network';
import { selectListView } from '../../sagas/features/lists/lists.selectors';
import { token } from './scriptedServer';
import { createBrowser } from './browser';
import { openTab } from './tab';
import { USER } from './user';
import { createVirtualClock } from './virtualClock';
import { selectNotices } from '../../sagas/base/notices/notices.slice';

type Reply = HttpAnswer | NoAnswer['kind'];
export type Script = Partial<Record<EndpointName, (call: HttpCall) => { readonly reply: Reply; readonly ms?: number }>>;

export const json = (body: unknown, status = 200): HttpAnswer => ({ status, body, retryAfterSeconds: null });
export const NOT_SCRIPTED = json({ errorCode: 'not.found', errorMessage: 'No.' }, 404);
export const FACILITY = 'a0000000-0000-4000-8000-000000000001';
/** The answer to a search: one row, named after the page. */
export const pageOf = (call: HttpCall, total: number | null = 214) => {
  const { page = 1, size = 50 } = call.body as { page?: number; size?: number };
  return json({ rows: [{ id: `row of page ${page}`, number: page }], total, page, size });
};
/** A tab at the page of a list, half a second after it was opened. */
export async function atList(script: Script = {}, at = '/vms/jobs', stored: Readonly<Record<string, string>> = {}) {
  const clock = createVirtualClock();
  const browser = createBrowser(clock);
  for (const [key, value] of Object.entries(stored)) browser.storage.set(key, value);
  const usual: Script = {
    sessionCheck: () => ({ reply: json({ accessStatus: 'LOGGED_IN', userName: USER.userName }) }),
    token: () => ({ reply: json(token()) }),
    userInfo: () => ({ reply: json({ ...USER, permissions: [...PERMISSIONS] }) }),
    listSearch: (call) => ({ reply: pageOf(call) }),
    listOptions: () => ({ reply: json({ facilities: [{ value: FACILITY, label: 'Lakeside' }] }) }),
  };
  const tab = openTab({
    clock,
    browser,
    answer(call, _, reply) {
      const answers = { ...usual, ...script };
      const scripted = answers[call.endpoint]?.(call) ?? { reply: NOT_SCRIPTED, ms: 10 };
      clock.at(scripted.ms ?? 10, () => reply(scripted.reply));
    },
  });
  tab.goTo(at);
  tab.start();
  await clock.advance(600);
  const calls = (endpoint: EndpointName) => tab.sent.filter((call) => call.endpoint === endpoint);
  return {
    tab,
    clock,
    storage: browser.storage,
    calls,
    view: () => selectListView(tab.state())!,
    search: () => tab.state().location!.search,
    last: () => calls('listSearch').at(-1)!.body as Record<string, unknown>,
    notices: () => selectNotices(tab.state()).map(({ text }) => text),
    async dispatch(action: Parameters<typeof tab.store.dispatch>[0], ms = 50) {
      tab.store.dispatch(action);
      await clock.advance(ms);
    },
  };
}
