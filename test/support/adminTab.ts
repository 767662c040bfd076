/** An administrator at an address, over a scripted server: the real root saga, in virtual time. */
import { PERMISSIONS } from '../../contract/base/permissions';
import type { EndpointName } from '../../contract/endpoints';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import { selectNotices } from '../../sagas/base/notices/notices.slice';
import type { Ports } from '../../sagas/base/ports/ports';
import { createBrowser } from './browser';
import { createScriptedServer, ok, token, type Reply } from './scriptedServer';
import { openTab } from './tab';
import { USER } from './user';
import { createVirtualClock } from './virtualClock';

export const ADMIN: UserInfo = { ...USER, userType: 'VMS', organizationType: 'VMS', permissions: [...PERMISSIONS] };
export const ROLE = { roleId: 'r1', name: 'Analyst', held: true, grantable: true };
/** A colleague, as the user form gets them. */
export const ACCOUNT = {
  userId: 'u7',
  organizationId: 'o1',
  userName: 'robin.lee',
  email: 'robin@meridian.example',
  firstName: 'Robin',
  lastName: 'Lee',
  userType: 'VMS',
  agencyUserType: null,
  twoFactorEnabled: false,
  disabled: false,
  version: 3,
  roles: [ROLE],
};
/** What the server answers to a right password. */
export const FACTORS = {
  app: false,
  passkeys: [],
  recoveryCodesLeft: 0,
  mailedCodes: true,
  required: false,
  mayRemember: true,
  rememberedDevices: 0,
  proofNeeded: false,
};

/** `answers` go before the usual ones. Each action of `act` is followed by half a second for all of them. */
export async function openAdmin(
  path: string,
  answers: Partial<Record<EndpointName, Reply>> = {},
  { alerts }: { readonly alerts?: Ports['alerts'] } = {},
) {
  const clock = createVirtualClock();
  const script = createScriptedServer(clock);
  const usual: Partial<Record<EndpointName, Reply>> = {
    sessionCheck: ok({ accessStatus: 'LOGGED_IN', userName: USER.userName }),
    token: ok(token()),
    userInfo: ok(ADMIN),
    roleChoices: ok([ROLE]),
    userAccount: ok(ACCOUNT),
  };
  for (const [name, answer] of Object.entries({ ...usual, ...answers })) script.respond(name as EndpointName, answer);
  const tab = openTab({ clock, browser: createBrowser(clock), answer: script.answer, path, ...(alerts && { alerts }) });
  tab.start();
  await clock.advance(1_000);
  const sentTo = (name: EndpointName) => tab.sent.filter(({ endpoint }) => endpoint === name);
  return {
    tab,
    script,
    sentTo,
    bodies: (name: EndpointName) => sentTo(name).map(({ body }) => body),
    notices: () => selectNotices(tab.state()).map(({ text }) => text),
    async act(...actions: readonly { readonly type: string }[]) {
      for (const action of actions) tab.store.dispatch(action);
      await clock.advance(500);
    },
    after: clock.advance,
  };
}
