/** What `npm run flows` knows of this app. */
import { join } from 'node:path';
import type { FlowsConfig } from '../../tape/cli/config';
import { app } from '../support/flows/app';
import { PLAN_HEAD, runPlan } from '../support/flows/plan';
import { LIBRARY, recordFlow } from './library';

const REFUSED_BEFORE = 'the contract refuses an answer with a step it does not know before the machine hears of it';

export const config: FlowsConfig = {
  app,
  folder: join(process.cwd(), 'test/flows'),
  library: LIBRARY.map((script) => ({
    name: script.name,
    title: script.title,
    record: () => recordFlow(script),
  })),
  uncounted: { pdfViewer: 'it runs in its view, not in a saga; its own test takes every transition' },
  unreachable: {
    'signIn.authenticating · xstate.done.actor.authenticate #2 → signIn.credentials': REFUSED_BEFORE,
    'signIn.twoFactor.code.verifying · xstate.done.actor.verify #2 → signIn.credentials': REFUSED_BEFORE,
    'signIn.authenticatingSso · xstate.done.actor.authenticateSso #2 → signIn.ssoFailed': REFUSED_BEFORE,
    'signIn.storing · xstate.error.actor.storeSession #0 → signIn.credentials':
      'no storage refuses: what a browser does not take is kept as long as the page',
  },
  plan: { head: PLAN_HEAD, run: runPlan },
};
