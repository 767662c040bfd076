/**
 * The notifications of one reader in virtual time: their events, the calls that read them, and the sockets that receive
 * them.
 */
import { buffers, eventChannel } from 'redux-saga';
import { tabOf, type NotificationTab } from '../../contract/notifications/categories';
import { SUB_CATEGORIES, type SubCategoryCode } from '../../contract/notifications/kinds';
import {
  CATCH_UP_MAX,
  type Notification,
  type NotificationEvent,
  type NotificationState,
} from '../../contract/notifications/notification';
import type { HttpAnswer, HttpCall, SocketSignal } from '../../sagas/base/ports/network';
import type { Ports } from '../../sagas/base/ports/ports';
import { createChatServer } from './chatServer';
import { changeEvent, tabSeenEvent, rowsOf, snapshotOf, toastsUpTo, type Change } from './readerModel';
import type { NotificationView } from '../../contract/notifications/notifications.endpoints';
import { createScriptedServer, ok, token } from './scriptedServer';
import { USER } from './user';
import type { VirtualClock } from './virtualClock';

const PAGE = 25;
const DISMISSED_AT_ONCE = 100;
const LATENCY_MS = 20;
const floorQuarter = (at: number) => at - (at % 900_000);

export function notificationOf(sequence: number, facts: Partial<Notification> = {}): Notification {
  const subCategoryCode: SubCategoryCode = facts.subCategoryCode ?? 'SUBMISSION_CREATED';
  const { name, category } = SUB_CATEGORIES[subCategoryCode];
  return {
    id: `00000000-0000-4000-8000-${String(sequence).padStart(12, '0')}`,
    sequence,
    categoryCode: category,
    subCategoryCode,
    subCategoryName: name,
    subject: `Subject ${sequence}`,
    template: `<p>Text ${sequence}</p>`,
    entityId: 'e1',
    notificationDate: new Date(Date.UTC(2026, 0, 15, 8) + sequence * 1_000).toISOString(),
    notificationDateWithZone: '01-15-2026 08:00:00 UTC ',
    stickyNotification: false,
    releaseNotes: false,
    messageTags: [],
    documentName: 'xdummyFilex',
    ...facts,
  };
}

/** Kinds that wait for an action, as far as these tests use them. */
const REQUESTS: readonly SubCategoryCode[] = ['SUBMISSION_CREATED', 'TIMESHEET_SUBMITTED', 'DOCUMENT_UPLOADED'];

const codeOf = ({ notification }: NotificationEvent): string => notification?.subCategoryCode ?? '';

/** All events of a message have the same topic; here they are sent one at a time, or are all alike. */
function topicOf(events: readonly NotificationEvent[]): string {
  const all = (...codes: readonly string[]): boolean => events.every((event) => codes.includes(codeOf(event)));
  if (all('BROADCAST', 'RELEASE_NOTES')) return 'broadcasts';
  return all('ROLE_PERMISSION_UPDATE') ? 'roleUpdates' : 'notifications';
}

export function createNotificationServer(clock: VirtualClock, latencyMs = LATENCY_MS) {
  const script = createScriptedServer(clock);
  const log: NotificationEvent[] = [];
  const sockets = new Set<(signal: SocketSignal) => void>();
  const chat = createChatServer();
  chat.listen((changes) => sockets.forEach((emit) => emit({ type: 'message', data: { topic: 'chat', changes } })));
  /** The reader was away during these notifications. */
  let absence: { readonly first: number; readonly last: number } | null = null;
  const cameAway = () =>
    rowsOf(log, () => true).filter(
      ({ sequence }) => absence !== null && sequence >= absence.first && sequence <= absence.last,
    );
  const waits = ({ state }: Notification): boolean =>
    !(state?.read === true || state?.done || (state?.snoozedUntil ?? null) !== null || state?.settled);
  let isUp = true;
  let isAnswering = true;

  const send = (events: readonly NotificationEvent[], to = [...sockets]) => {
    const data = { topic: topicOf(events), events, sequence: log.length, reset: false };
    for (const emit of to) emit({ type: 'message', data });
  };
  const write = (event: NotificationEvent | null): NotificationEvent[] => {
    if (event === null) return [];
    log.push(event);
    send([event]);
    return [event];
  };
  const CALLS: Readonly<Record<string, (call: HttpCall) => unknown>> = {
    ...chat.calls,
    notificationContext: () => ({ context: 'reader' }),
    userNotifications: () => snapshotOf(log, PAGE),
    changeNotifications: ({ body }) => {
      const changes = body?.['changes'] as readonly (Change & { readonly snoozeMinutes?: number })[];
      const events = changes.flatMap(({ snoozeMinutes, ...change }) => {
        const snoozedUntil = new Date(clock.now() + (snoozeMinutes ?? 0) * 60_000).toISOString();
        return write(changeEvent(log, snoozeMinutes === undefined ? change : { ...change, snoozedUntil }));
      });
      return { events };
    },
    dismissToasts: ({ body }) => {
      const ids = toastsUpTo(log, Number(body?.['upTo']));
      for (const id of ids.slice(-DISMISSED_AT_ONCE)) write(changeEvent(log, { id, dismissed: true }));
      return { more: ids.length > DISMISSED_AT_ONCE };
    },
    markTabSeen: ({ body }) => ({
      events: write(tabSeenEvent(log, body?.['categoryCode'] as NotificationTab)),
    }),
    notificationsSince: ({ params }) => {
      const missed = log.length - Number(params?.['sequence']);
      const reset = missed < 0 || missed > CATCH_UP_MAX;
      return { events: reset || missed === 0 ? [] : log.slice(-missed), sequence: log.length, reset };
    },
    notificationQuarters: ({ body }) => {
      const counts = new Map<string, number>();
      const since = floorQuarter(clock.now() - Number(body?.['hours']) * 3_600_000);
      for (const { notification } of log) {
        const at = floorQuarter(Date.parse(notification?.notificationDate ?? ''));
        if (notification === undefined || at < since) continue;
        const key = `${tabOf(notification.categoryCode)} ${new Date(at).toISOString()}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return {
        asOf: new Date(clock.now()).toISOString(),
        since: new Date(since).toISOString(),
        sequence: log.length,
        items: [...counts].map(([key, notificationCount]) => {
          const [categoryCode, quarter] = key.split(' ');
          return { categoryCode, quarter, notificationCount };
        }),
      };
    },
    updateLastRead: () => {
      const readDate = new Date(Date.UTC(2026, 0, 15, 8) + (log.length + 1) * 1_000).toISOString();
      const event = { sequence: log.length + 1, readDate };
      log.push(event);
      send([event]);
      return { notificationLastReadDate: readDate, sequence: event.sequence };
    },
    countByRecord: ({ body }) => {
      const { categoryCode, recordKeys } = body as unknown as {
        categoryCode: NotificationTab;
        recordKeys: readonly string[];
      };
      const all = rowsOf(log, () => true).filter((each) => tabOf(each.categoryCode) === categoryCode);
      const items = recordKeys.map((recordKey) => {
        const those = all.filter((each) => each.recordKey === recordKey);
        const open = those.filter(({ subCategoryCode, state }) => REQUESTS.includes(subCategoryCode) && !state?.done);
        return { recordKey, count: those.length, open: open.filter(({ state }) => !state?.settled).length };
      });
      return { items: items.filter(({ count }) => count > 0) };
    },
    findNotifications: ({ body }) => {
      const {
        words = '',
        before = Infinity,
        kind,
        away = false,
      } = body as { words?: string; before?: number; kind?: SubCategoryCode; away?: boolean };
      const all = (away ? cameAway().filter(waits) : rowsOf(log, () => true))
        .filter(({ subCategoryCode }) => kind === undefined || subCategoryCode === kind)
        .filter(({ subject, sequence }) => subject.includes(words) && sequence < before)
        .reverse();
      return { notifications: all.slice(0, PAGE), more: all.length > PAGE };
    },
    whileAway: () => {
      const came = cameAway();
      const kinds = [...new Set(came.map(({ subCategoryCode }) => subCategoryCode))].map((kind) => {
        const those = came.filter(({ subCategoryCode }) => subCategoryCode === kind);
        const tab = tabOf(SUB_CATEGORIES[kind].category);
        return { kind, tab, came: those.length, waiting: those.filter(waits).length };
      });
      return {
        absence: absence && { since: '2026-01-14T17:00:00.000Z', until: '2026-01-15T08:00:00.000Z' },
        kinds: absence ? kinds : [],
      };
    },
    dismissAway: () => {
      absence = null;
      return {};
    },
    searchUserNotifications: search,
    searchBroadcastNotifications: search,
    setPopupPreference: () => ({}),
    serverReachable: () => ({}),
  };
  function search({ body }: HttpCall): unknown {
    const { categoryCode, keyword, view, recordKey, lastNotificationId } = body as unknown as {
      readonly view?: NotificationView;
      readonly recordKey?: string;
      readonly categoryCode: NotificationTab;
      readonly keyword: string;
      readonly lastNotificationId?: string;
    };
    const isAny = keyword !== '' || recordKey !== undefined;
    const inView = ({ done, saved, snoozedUntil }: NotificationState): boolean =>
      view === 'saved'
        ? saved
        : view === 'done'
          ? done
          : view === 'snoozed'
            ? snoozedUntil !== null
            : isAny || !(done || snoozedUntil !== null);
    const all = rowsOf(log, inView)
      .filter((each) => recordKey === undefined || each.recordKey === recordKey)
      .filter((each) => tabOf(each.categoryCode) === categoryCode)
      .reverse()
      .filter(({ subject }) => subject.includes(keyword));
    const from = all.findIndex(({ id }) => id === lastNotificationId) + 1;
    return { notifications: all.slice(from, from + PAGE), more: all.length > from + PAGE };
  }

  const scripted = new Set<string>();
  const socket: Ports['socket'] = {
    open: () =>
      eventChannel<SocketSignal>((emit) => {
        clock.at(latencyMs, () => {
          if (!isUp) return emit({ type: 'closed', code: 1006 });
          sockets.add(emit);
          emit({ type: 'opened' });
        });
        return () => sockets.delete(emit);
      }, buffers.expanding(64)),
  };
  script.respond('sessionCheck', ok({ accessStatus: 'LOGGED_IN', userName: USER.userName }));
  script.respond('token', ok(token()));

  return {
    log,
    chat,
    script: {
      ...script,
      respond: (...args: Parameters<typeof script.respond>) => {
        scripted.add(args[0]);
        script.respond(...args);
      },
      /** Removes the script of an endpoint. */
      clearResponse: (endpoint: string) => void scripted.delete(endpoint),
    },
    socket,
    openSockets: () => sockets.size,
    /** Sends notifications, and delivers them to all sockets immediately. */
    notify(...facts: readonly Partial<Notification>[]) {
      const events = facts.map((fact, index) => ({
        sequence: log.length + index + 1,
        notification: notificationOf(log.length + index + 1, fact),
      }));
      log.push(...events);
      send(events);
    },
    /** Sends so many at the same time, within one frame of the screen. */
    flood(count: number) {
      const messages = [];
      for (let left = count; left > 0; left -= CATCH_UP_MAX) {
        const first = log.length + 1;
        const events = Array.from({ length: Math.min(left, CATCH_UP_MAX) }, (_, index) => ({
          sequence: first + index,
          notification: notificationOf(first + index),
        }));
        log.push(...events);
        messages.push({ topic: 'notifications', events, sequence: log.length, reset: false });
      }
      for (const emit of sockets) emit({ type: 'message', data: messages });
    },
    /** The action that this notification requests was done by some user. */
    settle: (id: string, settled: NonNullable<NotificationState['settled']>) =>
      void write(changeEvent(log, { id, read: true, settled })),
    /** The reader changes this notification in another tab or on another device. */
    change: (change: Change) => void write(changeEvent(log, change)),
    /** The reader snoozes this notification; `notify` with its id lets it return. */
    snooze: (id: string) => void write(changeEvent(log, { id, snoozedUntil: new Date(clock.now()).toISOString() })),
    /** The reader was away during the notifications with these sequences. */
    wasAway: (first: number, last: number) => void (absence = { first, last }),
    respond: (data: unknown) => sockets.forEach((emit) => emit({ type: 'message', data })),
    again: (events: readonly NotificationEvent[]) => send(events),
    goDown() {
      isUp = false;
      for (const emit of [...sockets]) emit({ type: 'closed', code: 1012 });
      sockets.clear();
    },
    goUp: () => void (isUp = isAnswering = true),
    /** As if killed: closes all sockets and answers no calls. */
    crash() {
      isAnswering = false;
      this.goDown();
    },
    /** Closes the open sockets with this code. */
    hangUp(code: number) {
      for (const emit of [...sockets]) emit({ type: 'closed', code });
      sockets.clear();
    },
    answer(call: HttpCall, wire: unknown, reply: (answer: HttpAnswer | 'unreachable') => void) {
      const known = CALLS[call.endpoint];
      if (!isAnswering) return void clock.at(1, () => reply('unreachable'));
      if (known === undefined || scripted.has(call.endpoint)) return script.answer(call, wire, reply);
      clock.at(latencyMs / 2, () => {
        const answer = ok(known(call));
        clock.at(latencyMs / 2, () => reply(answer));
      });
    },
    counts: (endpoint: string, sent: readonly HttpCall[]) => sent.filter((call) => call.endpoint === endpoint).length,
  };
}
