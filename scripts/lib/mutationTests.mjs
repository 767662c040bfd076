/**
 * The tests that can notice a change in a folder, the most precise folder first: all tests would take minutes for one
 * change. Every entry is the beginning of a path below the project.
 */
import { readdirSync } from 'node:fs';
import { inRoot, Problem } from './process.mjs';

export const MUTATION_TESTS = [
  ['machines/', ['test/machines/']],
  ['sagas/base/http/', ['test/sagas/httpRequest', 'test/sagas/rules.', 'test/sagas/schema', 'test/sagas/secrets']],
  [
    'sagas/session/token/',
    ['test/sagas/httpRequest', 'test/sagas/session', 'test/sagas/signIn', 'test/sagas/singleSign'],
  ],
  [
    'sagas/session/',
    [
      'test/sagas/session',
      'test/sagas/signIn',
      'test/sagas/singleSign',
      'test/sagas/secrets',
      'test/sagas/rules.',
      'test/sagas/httpRequest',
      'test/sagas/liveLink',
      'test/sagas/shell',
    ],
  ],
  ['sagas/features/realtime/', ['test/sagas/realtimeLink', 'test/sagas/liveLink']],
  ['sagas/features/mustAccept/', ['test/sagas/queues']],
  [
    'contract/dashboards/',
    [
      'test/sagas/drillTargets',
      'test/sagas/cardRules',
      'test/sagas/filterRules',
      'test/sagas/kpi',
      'test/sagas/listFilters',
      'test/sagas/reports',
    ],
  ],
  ['contract/', ['test/sagas/', 'server/features/notifications/']],
  ['sagas/', ['test/sagas/']],
  [
    'server/identity/passwords/',
    [
      'test/server/identity/passwords',
      'test/server/identity/hashRenewal',
      'test/server/identity/accountMails',
      'test/server/identity/signIn',
      'test/server/identity/lockout',
      'test/server/identity/authenticatorApp',
      'test/server/admin/emailChanges',
      'test/server/sso/singleSignOn',
    ],
  ],
  [
    'server/identity/sessions/',
    [
      'test/server/identity/accessTokens',
      'test/server/identity/ownSessions',
      'test/server/identity/refresh',
      'test/server/identity/scopes',
      'test/server/identity/signIn',
      'test/server/identity/takeover',
      'test/server/identity/accountMails',
      'test/server/identity/lockout',
      'test/server/identity/passwords',
      'test/server/identity/twoFactor',
      'test/server/admin/organizations',
      'test/server/realtime/live',
    ],
  ],
  [
    'server/identity/signIn/',
    [
      'test/server/identity/authenticatorApp',
      'test/server/identity/factorRules',
      'test/server/identity/lockout',
      'test/server/identity/passwords',
      'test/server/identity/rememberedDevices',
      'test/server/http/oauthClient',
      'test/server/http/operations',
      'test/server/sso/singleSignOn',
      'test/server/identity/passkeys',
      'test/server/identity/scopes',
      'test/server/identity/signIn',
      'test/server/identity/takeover',
      'test/server/identity/twoFactor',
      'test/server/sso/evil',
      'test/server/sso/signInMethods',
    ],
  ],
  [
    'server/identity/factors/',
    [
      'test/server/identity/authenticatorApp',
      'test/server/identity/factorRules',
      'test/server/identity/passkeys',
      'test/server/identity/rememberedDevices',
      'test/server/identity/twoFactor',
    ],
  ],
  ['server/identity/throttle/', ['server/identity/throttle/', 'test/server/identity/lockout']],
  ['server/identity/sso/', ['test/server/admin/ssoProviders', 'test/server/sso/']],
  ['server/identity/twoFactor/', ['test/server/identity/signIn', 'test/server/identity/twoFactor']],
  [
    'server/identity/accountMails/',
    [
      'test/server/identity/accountMails',
      'test/server/identity/authenticatorApp',
      'test/server/identity/factorRules',
      'test/server/identity/lockout',
      'test/server/identity/mail',
      'test/server/identity/passwords',
      'test/server/admin/emailChanges',
    ],
  ],
  ['server/identity/emailChanges/', ['test/server/identity/accountMails', 'test/server/admin/emailChanges']],
  [
    'server/identity/permissions',
    ['test/server/admin/roles', 'test/server/admin/users', 'test/server/identity/ownSessions'],
  ],
  ['server/identity/', ['test/server/identity/', 'test/server/admin/emailChanges', 'test/server/sso/']],
  ['server/', ['test/server/']],
];

/**
 * Left out always: the tapes, because recording them again would hide the changes that only they notice; the tests of
 * every transition, which compare a machine with itself; tests that need a browser's document or a page of the built
 * app; the test in which jest replaces a module, which the runner cannot do; and the long tests.
 */
const LEFT_OUT =
  /^test\/(flows|browser|ui)\/|^test\/machines\/transitions|^test\/server\/sso\/pages|^test\/server\/identity\/sameWork|\.long\.test\.ts$/;

export const testsOf = (path) => MUTATION_TESTS.find(([folder]) => `${path}/`.startsWith(folder))?.[1] ?? ['test/'];

/**
 * @returns the paths of the test files that begin with one of these names
 * @throws {Problem} for a name that no file begins with
 */
export function testFiles(beginnings) {
  const all = ['server', 'test']
    .flatMap((folder) =>
      readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
  const stray = beginnings.find((beginning) => !all.some((file) => file.startsWith(beginning)));
  if (stray !== undefined) throw new Problem(`No test file begins with ${stray}.`);
  return all.filter((file) => !LEFT_OUT.test(file) && beginnings.some((beginning) => file.startsWith(beginning)));
}
