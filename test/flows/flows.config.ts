/** The configuration of `npm run flows` for this app. */
import { join } from 'node:path';
import type { FlowsConfig } from '../../tape/cli/config';
import { app, copiedTests } from '../support/flows/app';
import { LIBRARY, recordFlow } from './library';

export const config = {
  app,
  folder: join(process.cwd(), 'test/flows'),
  library: LIBRARY.map((script) => ({
    name: script.name,
    title: script.title,
    record: () => recordFlow(script),
  })),
  uncounted: {
    pdfViewer: 'it runs in its view, not in a saga; its own test takes every transition',
    record: 'it is made from the table of actions and never runs; its own test compares it with rules written by hand',
  },
  unreachable: {
    'signIn.storing · xstate.error.actor.storeSession #0 → signIn.credentials':
      'no storage refuses: what a browser does not take is kept as long as the page',
    'signIn.enrolling · xstate.error.actor.enrollFactor #0 → signIn.userFailed':
      'a recording has all code: only code that cannot be loaded fails there',
    'signIn.userFailed · RETRY #1 → signIn.enrolling': 'comes after that one only',
    'signIn · RENEWED #0 → nowhere': 'no recorded step lasts longer than a token lives; its own test does',
    'signIn.changingPassword.saving · xstate.error.actor.changePassword #1 → signIn.userFailed':
      'comes after a takeover that failed only; its own test takes it, as the next two',
    'realtime · LEADER_SILENT #0 → nowhere':
      'the last question remains unanswered at the moment in which the tab begins to lead; its own test takes it',
    'session · SIGN_OUT_PENDING #0 → nowhere':
      'another tab signs in while this one still waits for the end of the sign-in it gave up; its own test takes it',
    'roleUpdateQueue.marking · xstate.done.actor.markRead #0 → roleUpdateQueue.next':
      'another tab accepts the same update at the same moment; its own test takes it',
    'enrollFactor.addingPasskey · xstate.error.actor.addPasskey #0 → enrollFactor.pending': 'comes after that one only',
    'enrollFactor.beginningApp · xstate.error.actor.beginApp #0 → enrollFactor.pending': 'comes after that one only',
  },
  test: copiedTests,
} satisfies FlowsConfig;

/** What `flows shots` takes pictures of: a machine state when the flow first reaches it, or the end of the flow. */
export const SHOTS: Readonly<Record<string, readonly string[]>> = {
  'sign-in': ['signIn.credentials', 'signIn.authenticating', 'end'],
  'wrong-password': ['end'],
  'sign-in-two-factor': ['end'],
  'takeover-accepted': ['signIn.confirmingTakeover'],
  'dashboard-drill-through': ['end'],
  'broadcast-arrives': ['broadcastQueue.showing'],
  'notification-states': ['end'],
};
