/** One user with both mandatory queues, in several tabs, with the real root saga in virtual time. */
import type { Action } from '@reduxjs/toolkit';
import type { EndpointName } from '../../contract/endpoints';
import type { Notification } from '../../contract/notifications/notification';
import { selectBroadcast } from '../../sagas/features/mustAccept/broadcasts/broadcasts.selectors';
import { broadcastAccepted } from '../../sagas/features/mustAccept/broadcasts/broadcasts.slice';
import { roleUpdateAccepted, selectRoleUpdate } from '../../sagas/features/mustAccept/roleUpdates/roleUpdates.slice';
import { eventsApplied } from '../../sagas/features/notifications/feed/feed.slice';
import { notificationOf } from './notificationServer';
import { createQueueServer } from './queueServer';
import { createBrowser } from './browser';
import { openTab } from './tab';
import { createVirtualClock } from './virtualClock';

export function queueWorld() {
  const clock = createVirtualClock();
  const server = createQueueServer(clock);
  const browser = createBrowser(clock);

  function openPage() {
    const calls: { readonly endpoint: EndpointName; readonly at: number }[] = [];
    const tab = openTab({
      clock,
      browser,
      path: '/vms/dashboard',
      answer(call, wire, reply) {
        calls.push({ endpoint: call.endpoint, at: clock.now() });
        server.answer(call, wire, reply);
      },
    });
    const task = tab.start();
    const roleUpdate = () => selectRoleUpdate(tab.state());
    const dispatch = async (action: Action, ms = 500) => {
      tab.store.dispatch(action);
      await clock.advance(ms);
    };
    return {
      tab,
      dispatch,
      broadcast: () => selectBroadcast(tab.state())?.broadcast.entityId ?? null,
      roleUpdate,
      shownUpdate: () => {
        const view = roleUpdate();
        return view?.kind === 'update' ? view.update.entityId : null;
      },
      /** Accepts what is shown. */
      async acceptUpdate(ms?: number) {
        const view = roleUpdate();
        if (view?.kind !== 'update') throw new Error('No role update is shown.');
        await dispatch(roleUpdateAccepted({ entityId: view.update.entityId }), ms);
      },
      async acceptBroadcast(ms?: number) {
        const view = selectBroadcast(tab.state());
        if (view === null) throw new Error('No broadcast is shown.');
        await dispatch(broadcastAccepted({ entityId: view.broadcast.entityId }), ms);
      },
      /** A notification reaches this page, live or with a catch-up. */
      receive: (facts: Partial<Notification>, live = true) =>
        dispatch(eventsApplied({ events: [{ sequence: 1, notification: notificationOf(1, facts) }], live })),
      /** A notification comes back from a snooze. */
      receiveAgain: (facts: Partial<Notification>) =>
        dispatch(
          eventsApplied({
            events: [{ sequence: 2, returned: true, notification: notificationOf(2, facts) }],
            live: true,
          }),
        ),
      sent: (endpoint: EndpointName) => tab.sent.filter((call) => call.endpoint === endpoint),
      /** When it called an endpoint (epoch ms). */
      timesOf: (endpoint: EndpointName) => calls.filter((call) => call.endpoint === endpoint).map(({ at }) => at),
      async look() {
        tab.signal('visible');
        await clock.advance(500);
      },
      close: () => task.cancel(),
    };
  }

  return {
    clock,
    server,
    browser,
    async open() {
      const page = openPage();
      await clock.advance(1_000);
      return page;
    },
  };
}
