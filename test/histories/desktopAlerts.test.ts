/**
 * Tabs of one browser are opened, shown, hidden and closed, its socket is cut and the server restarts while
 * notifications arrive and return from snoozes: each that pops up while the tab with the toasts is hidden is shown on
 * the desktop exactly once each time, and none is shown more often.
 */
import fc from 'fast-check';
import type { Notification } from '../../contract/notifications/notification';
import type { DesktopAlert } from '../../sagas/base/ports/alerts';
import { scriptedAlerts } from '../support/alertsPort';
import { createBrowser } from '../support/browser';
import { cases, seed } from '../support/cases';
import { createNotificationServer } from '../support/notificationServer';
import { loaded } from '../support/notificationTab';
import { openTab, type Tab } from '../support/tab';
import { createVirtualClock } from '../support/virtualClock';

const HISTORIES = cases('histories of the desktop over the tabs of one browser', { usual: 30, long: 10_000 });
const SEED = seed(5);
const MAX_TABS = 4;
/** By then all tabs have received what was sent. */
const CALM_MS = 3_000;
/** Within this time a lost link is back, in hidden tabs, too. */
const BACK_MS = 90_000;

interface Act {
  /** `return`: one arrives, is snoozed, and returns. */
  readonly what: 'notify' | 'return' | 'look' | 'leave' | 'open' | 'close' | 'cut' | 'restart' | 'desktop';
  /** Which tab, or which kind of notification. */
  readonly which: number;
  /** The pause until the next one: none, within a burst, or until all effects are done. */
  readonly pauseMs: number;
}

const act: fc.Arbitrary<Act> = fc.record({
  what: fc.constantFrom(
    ...([
      'notify',
      'notify',
      'notify',
      'notify',
      'notify',
      'notify',
      'notify',
      'leave',
      'leave',
      'leave',
      'leave',
      'look',
    ] as const),
    ...(['return', 'return', 'return', 'return', 'open', 'close', 'cut', 'restart', 'desktop'] as const),
  ),
  which: fc.nat(MAX_TABS - 1),
  pauseMs: fc.constantFrom(0, 30, 260, CALM_MS, CALM_MS, CALM_MS),
});

/** The last ones arrive five at a time: more than the toasts on screen. */
const FACTS: readonly Partial<Notification>[] = [
  {},
  { stickyNotification: true },
  { quiet: true },
  { subject: 'Other' },
];

/** The expectation for each when sent: shown once, never, or at most once if other events are concurrent. */
type Rule = 'once' | 'never' | 'at most once';

async function play(acts: readonly Act[]) {
  const clock = createVirtualClock();
  const server = createNotificationServer(clock);
  const browser = createBrowser(clock);
  browser.storage.set('desktopAlerts', 'on');
  const shown: DesktopAlert[] = [];
  const tabs: { readonly attention: Tab['attention']; readonly faults: Tab['faults']; readonly end: () => void }[] = [];
  const open = async () => {
    const alerts = scriptedAlerts({ shown });
    const tab = openTab({ clock, browser, alerts, answer: server.answer, socket: server.socket });
    const task = tab.start();
    await loaded(tab, clock);
    tabs.push({ attention: tab.attention, faults: tab.faults, end: () => task.cancel() });
  };
  /** Waits until the link is back, and all tabs have what arrived in the meantime. */
  const back = async () => {
    const latest = clock.now() + BACK_MS;
    while (server.openSockets() === 0 && clock.now() < latest) await clock.advance(1_000);
    await clock.advance(CALM_MS);
  };
  await open();
  await clock.advance(CALM_MS);

  const rules = new Map<string, Rule[]>();
  /** The tab that shows toasts is hidden: it was the last visible one, and the user has left it. */
  let isLookedAt = true;
  let desktop: 'on' | 'off' = 'on';
  let isCalm = true;
  for (const { what, which, pauseMs } of acts) {
    const tab = tabs[which % tabs.length];
    if (tab === undefined) throw new Error('there is always a tab');
    const isAlone = isCalm && pauseMs === CALM_MS && server.openSockets() > 0;
    isCalm = pauseMs === CALM_MS;
    const ruleOf = (facts: Partial<Notification>): Rule => {
      if (facts.quiet === true) return 'never';
      const isShown = !isLookedAt && desktop === 'on';
      return isAlone ? (isShown ? 'once' : 'never') : 'at most once';
    };
    if (what === 'notify') {
      const facts = FACTS[which] ?? {};
      const burst = which === 3 ? 5 : 1;
      server.notify(...Array.from({ length: burst }, () => facts));
      for (const { notification } of server.log.slice(-burst)) rules.set(notification?.id ?? '', [ruleOf(facts)]);
    } else if (what === 'return') {
      const facts = FACTS[which] ?? {};
      server.notify(facts);
      const id = server.log.at(-1)?.notification?.id ?? '';
      await clock.advance(isAlone ? CALM_MS : 0);
      server.snooze(id);
      server.notify({ ...facts, id });
      rules.set(id, [ruleOf(facts), ruleOf(facts)]);
    } else if (what === 'look') {
      tab.attention.focus();
      isLookedAt = true;
    } else if (what === 'leave') {
      for (const each of tabs) each.attention.hide();
      isLookedAt = false;
    } else if (what === 'open' && tabs.length < MAX_TABS) {
      await open();
      isLookedAt = true;
    } else if (what === 'close' && tabs.length > 1) {
      tab.attention.close();
      tab.end();
      tabs.splice(tabs.indexOf(tab), 1);
      // The user switches to another tab or another program.
      if (isLookedAt) tabs.at(-1)?.attention.focus();
    } else if (what === 'cut') {
      server.hangUp(1006);
    } else if (what === 'restart') {
      server.crash();
      await clock.advance(5_000);
      server.goUp();
    } else if (what === 'desktop') {
      desktop = desktop === 'on' ? 'off' : 'on';
      browser.storage.set('desktopAlerts', desktop);
    }
    const isLost = what === 'cut' || what === 'restart';
    await (isLost && pauseMs === CALM_MS ? back() : clock.advance(pauseMs));
  }
  await back();

  const times = new Map<string, number>();
  for (const { id } of shown) times.set(id, (times.get(id) ?? 0) + 1);
  const wrong = [...rules].flatMap(([id, those]) => {
    const count = times.get(id) ?? 0;
    const least = those.filter((rule) => rule === 'once').length;
    const most = those.filter((rule) => rule !== 'never').length;
    return count >= least && count <= most ? [] : [`${id}: ${those.join(', ')}, but ${count} times`];
  });
  expect(wrong).toEqual([]);
  expect([...times.keys()].filter((id) => !rules.has(id))).toEqual([]);
  for (const tab of tabs) expect(tab.faults).toEqual([]);
  for (const rule of [...rules.values()].flat()) reached[rule] += 1;
  for (const those of rules.values()) if (those.filter((rule) => rule === 'once').length > 1) returns += 1;
}

const reached: Record<Rule, number> = { once: 0, never: 0, 'at most once': 0 };
/** How many were shown, and shown again. */
let returns = 0;

test('the desktop shows each notification, and each that returns, exactly once by its rule, for any events in the tabs', async () => {
  await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 25 }), play), {
    seed: SEED,
    numRuns: HISTORIES,
    endOnFailure: true,
  });
  // All of the rules were exercised.
  for (const count of Object.values(reached)) expect(count).toBeGreaterThan(HISTORIES / 5);
  expect(returns).toBeGreaterThan(HISTORIES / 20);
});
