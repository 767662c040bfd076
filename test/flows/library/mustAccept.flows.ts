import { changePasswordOpened } from '../../../sagas/features/changePassword/changePassword.slice';
import { broadcastAccepted } from '../../../sagas/features/mustAccept/broadcasts/broadcasts.slice';
import {
  roleReloadChosen,
  roleReloadPutOff,
  roleUpdateAccepted,
} from '../../../sagas/features/mustAccept/roleUpdates/roleUpdates.slice';
import { broadcastOf, roleUpdateOf } from '../../support/queueServer';
import { ok } from '../../support/scriptedServer';
import { listening, type Script, type World } from './world';

async function queued(w: World): Promise<void> {
  w.useQueues();
  await w.start('unknown');
  await w.wait(1_000);
}
const accept = (w: World, entityId: string) => w.act(broadcastAccepted({ entityId }));
const take = (w: World, entityId: string) => w.act(roleUpdateAccepted({ entityId }));
const typed = (w: World) => w.act(changePasswordOpened(), 100);

export const mustAcceptFlows: readonly Script[] = [
  {
    name: 'broadcast-arrives',
    title: 'A broadcast that is sent during a session opens immediately',
    async run(w) {
      await listening(w);
      w.notices.notify({ subCategoryCode: 'BROADCAST', displayFrequency: 'IMMEDIATE', tenantId: 'o1', entityId: 'b9' });
      await w.wait(1_000);
      w.respond('markBroadcastViewed', ok({ viewedAt: '2026-01-15T09:00:00.000Z' }));
      await accept(w, 'b9');
      await w.wait(2_000);
    },
  },
  {
    name: 'broadcast-deadline-changed',
    title: 'A broadcast with a deadline arrives; its sender extends the deadline while it is on screen; it is accepted',
    async run(w) {
      const sent = broadcastOf(9, { acceptBy: '2026-01-15T12:00:00.000Z' });
      await queued(w);
      w.queues.broadcasts.push(sent);
      w.notices.notify({ ...sent, subCategoryCode: 'BROADCAST' });
      await w.wait(1_000);
      w.queues.broadcasts.splice(0, 1, { ...sent, acceptBy: '2026-01-16T12:00:00.000Z' });
      w.notices.respond({ topic: 'records', recordIds: ['b9'] });
      await w.wait(1_000);
      await accept(w, 'b9');
      await w.wait(2_000);
    },
  },
  {
    name: 'broadcasts-in-sequence',
    title:
      'Two broadcasts are accepted one after the other, the first at the second attempt; then the page reloads once',
    async run(w) {
      w.queues.broadcasts.push(broadcastOf(1), broadcastOf(2));
      await queued(w);
      w.queues.failNext('500');
      await accept(w, 'b1');
      await accept(w, 'b1');
      await accept(w, 'b1');
      await accept(w, 'b2');
      await w.wait(2_000);
    },
  },
  {
    name: 'broadcast-with-unsaved-input',
    title: 'With unsaved input the page is not reloaded after the last broadcast',
    async run(w) {
      w.queues.broadcasts.push(broadcastOf(1));
      await queued(w);
      await typed(w);
      await accept(w, 'b1');
      await w.wait(2_000);
    },
  },
  {
    name: 'broadcast-accepted-elsewhere',
    title: 'Another tab accepts the broadcast that is on screen here',
    async run(w) {
      w.queues.broadcasts.push(broadcastOf(1));
      await queued(w);
      w.peer({ type: 'settled', tokenIdentifier: 'mine', queue: 'broadcasts', entityId: 'b1' });
      await w.wait(2_000);
    },
  },
  {
    name: 'forced-logout',
    title: 'A broadcast that forces a logout is accepted',
    async run(w) {
      w.queues.broadcasts.push(broadcastOf(1, { forceLogout: true }));
      await queued(w);
      await accept(w, 'b1');
      await w.wait(2_000);
    },
  },
  {
    name: 'role-update',
    title: 'Two role updates are accepted; one is not marked as read; then the page reloads once',
    async run(w) {
      w.queues.roleUpdates.push(roleUpdateOf(1), roleUpdateOf(2));
      await queued(w);
      await take(w, 'r1');
      await take(w, 'r1');
      w.queues.failNext('before');
      await take(w, 'r2');
      await w.wait(1_000);
    },
  },
  {
    name: 'role-update-after-broadcast',
    title: 'A broadcast is accepted before a role update, which waits for the new page, or for this one if none comes',
    async run(w) {
      w.queues.roleUpdates.push(roleUpdateOf(1));
      w.queues.broadcasts.push(broadcastOf(1));
      await queued(w);
      await accept(w, 'b1');
      await w.wait(5_000);
    },
  },
  {
    name: 'role-update-put-off',
    title: 'With unsaved input the reload is postponed, and started by the user later',
    async run(w) {
      w.queues.roleUpdates.push(roleUpdateOf(1));
      await queued(w);
      await typed(w);
      await take(w, 'r1');
      await w.act(roleReloadPutOff());
      await w.act(roleReloadPutOff());
      await w.act(roleReloadChosen());
    },
  },
  {
    name: 'role-update-reload',
    title: 'With unsaved input the user chooses to reload and discards the input',
    async run(w) {
      w.queues.roleUpdates.push(roleUpdateOf(1));
      await queued(w);
      await typed(w);
      await w.act(roleReloadChosen());
      await take(w, 'r1');
      await w.act(roleReloadChosen());
    },
  },
  {
    name: 'role-update-read-elsewhere',
    title: 'Another tab accepts the role update that is on screen here',
    async run(w) {
      w.queues.roleUpdates.push(roleUpdateOf(1));
      await queued(w);
      w.peer({ type: 'settled', tokenIdentifier: 'mine', queue: 'roleUpdates', entityId: 'r1' });
      await w.wait(1_000);
      await w.act(roleReloadChosen());
    },
  },
  {
    name: 'role-update-followed-later',
    title: 'Another tab accepts the role update while this one has unsaved input: the reload waits for the user',
    async run(w) {
      w.queues.roleUpdates.push(roleUpdateOf(1));
      await queued(w);
      await typed(w);
      w.peer({ type: 'settled', tokenIdentifier: 'mine', queue: 'roleUpdates', entityId: 'r1' });
      await w.wait(1_000);
      await w.act(roleReloadChosen());
    },
  },
];
