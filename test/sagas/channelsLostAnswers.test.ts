/** The page Notification Delivery over a server that saves as the real one does, and whose answers may be lost. */
import type { HttpCall } from '../../sagas/base/ports/network';
import type { NotificationRule, NotificationSettings } from '../../contract/notifications/channels.endpoints';
import { selectRuleViews, selectSettings } from '../../sagas/features/channels/channels.selectors';
import {
  channelsReloadRequested,
  NEW_RULE,
  ruleAdded,
  ruleChanged,
  rulesDropped,
  rulesSaveRequested,
  settingsChanged,
  settingsDropped,
  settingsSaveRequested,
} from '../../sagas/features/channels/channels.slice';
import { CHANNELS, openAt, PAGE } from '../support/channelsPage';
import { apiError, ok, type Reply } from '../support/scriptedServer';

/** Of the calls of one kind: `lost` are carried out, `down` never arrive, `busy` are refused. */
type Line = 'up' | 'lost' | 'down' | 'busy';
const CONFLICT = 'Your rules were not saved, because they have been changed since you opened them.';

async function opened() {
  const page = await openAt(PAGE);
  const { script, act, after, tab } = page;
  const lines: { loads: Line; saves: Line } = { loads: 'up', saves: 'up' };
  const stored: { settings: NotificationSettings; rules: readonly NotificationRule[] } = {
    settings: CHANNELS.settings,
    rules: CHANNELS.rules,
  };
  const known: string[] = [];
  /** The same for the same rules. */
  const versionOf = (rules: readonly NotificationRule[]) => {
    const text = JSON.stringify(rules);
    if (!known.includes(text)) known.push(text);
    return `v${known.indexOf(text) + 1}`;
  };
  expect(versionOf(CHANNELS.rules)).toBe(CHANNELS.rulesVersion);
  const over = (kind: keyof typeof lines, work: (call: HttpCall) => Reply) => (call: HttpCall) => {
    if (lines[kind] === 'busy') return apiError(503, 'service.unavailable');
    const answer = lines[kind] === 'down' ? 'unreachable' : work(call);
    return lines[kind] === 'up' ? answer : 'unreachable';
  };
  script.respond(
    'notificationChannels',
    over('loads', () => ok({ ...CHANNELS, ...stored, rulesVersion: versionOf(stored.rules) })),
  );
  script.respond(
    'saveNotificationSettings',
    over('saves', ({ body }) => {
      stored.settings = { ...stored.settings, ...body };
      return ok({});
    }),
  );
  script.respond(
    'saveNotificationRules',
    over('saves', ({ body }) => {
      const { rules, version } = body as { rules: readonly NotificationRule[]; version: string };
      const current = versionOf(stored.rules);
      if (version !== current && versionOf(rules) !== current) {
        return apiError(409, 'conflict', { errorMessage: CONFLICT });
      }
      stored.rules = rules;
      return ok({ version: versionOf(rules) });
    }),
  );
  return {
    ...page,
    lines,
    stored,
    words: () => stored.rules.map(({ words }) => words),
    entered: () => selectRuleViews(tab.state()).map(({ rule }) => rule.words),
    mailMode: () => [selectSettings(tab.state())?.mailMode, stored.settings.mailMode],
    /** With everything that is sent again meanwhile. */
    async save(request: typeof settingsSaveRequested | typeof rulesSaveRequested) {
      await act(request());
      await after(3_000);
    },
  };
}

const UNKNOWN = /^It is not known whether this was changed\. /;
const SAVED_TIMES = 'Your times have been saved.';
const SAVED_RULES = 'Your rules have been saved. They decide about what arrives from now on.';
const worded = (words: string) => ruleChanged({ index: 0, patch: { words } });

describe('mail times whose save got no answer, and that cannot be loaded', () => {
  async function unanswered() {
    const page = await opened();
    Object.assign(page.lines, { loads: 'down', saves: 'lost' });
    await page.act(settingsChanged({ mailMode: 'HOURLY' }));
    await page.save(settingsSaveRequested);
    expect([page.shown().error, page.mailMode()]).toEqual([expect.stringMatching(UNKNOWN), ['HOURLY', 'HOURLY']]);
    return page;
  }

  it('are a change also when they are set back, and are saved as they are shown', async () => {
    const { act, save, lines, tab, shown, mailMode, notices } = await unanswered();
    await act(settingsChanged({ mailMode: 'AT_ONCE' }));
    expect([shown().settingsChanged, tab.warnsBeforeLeaving()]).toEqual([true, true]);
    lines.saves = 'up';
    await save(settingsSaveRequested);
    expect([mailMode(), notices(), tab.warnsBeforeLeaving()]).toEqual([['AT_ONCE', 'AT_ONCE'], [SAVED_TIMES], false]);
    // Now it is known again.
    await act(settingsChanged({ mailMode: 'MORNING' }), settingsChanged({ mailMode: 'AT_ONCE' }));
    expect(shown().settingsChanged).toBe(false);
  });

  it('are saved as they are shown with what is changed afterwards', async () => {
    const { act, save, lines, stored, notices } = await unanswered();
    lines.saves = 'up';
    await act(settingsChanged({ mailMode: 'AT_ONCE' }), settingsChanged({ morningAt: '08:00' }));
    await save(settingsSaveRequested);
    expect([stored.settings, notices()]).toEqual([{ ...CHANNELS.settings, morningAt: '08:00' }, [SAVED_TIMES]]);
  });

  it('are a change also after a later save that was refused', async () => {
    const { act, save, lines, mailMode } = await unanswered();
    lines.saves = 'busy';
    await save(settingsSaveRequested);
    await act(settingsChanged({ mailMode: 'AT_ONCE' }));
    lines.saves = 'up';
    await save(settingsSaveRequested);
    expect(mailMode()).toEqual(['AT_ONCE', 'AT_ONCE']);
  });

  it('are not shown as saved once they are discarded: the page says that it is not up to date', async () => {
    const { act, save, lines, stored, shown, mailMode } = await unanswered();
    await act(settingsDropped());
    expect(shown()).toMatchObject({
      settingsChanged: false,
      canRetry: true,
      error: expect.stringMatching(/^The page could not be brought up to date\. /),
    });
    lines.saves = 'up';
    await act(settingsChanged({ morningAt: '08:00' }));
    await save(settingsSaveRequested);
    expect([mailMode(), stored.settings.morningAt]).toEqual([['AT_ONCE', 'AT_ONCE'], '08:00']);
  });

  it('are known once they are loaded', async () => {
    const { act, lines, shown, mailMode } = await unanswered();
    lines.loads = 'up';
    await act(channelsReloadRequested(), settingsDropped());
    expect([mailMode(), shown().error]).toEqual([['HOURLY', 'HOURLY'], null]);
    await act(settingsChanged({ mailMode: 'AT_ONCE' }), settingsChanged({ mailMode: 'HOURLY' }));
    expect(shown().settingsChanged).toBe(false);
  });
});

it('mail times that are discarded while their save is on its way are saved as they are shown afterwards', async () => {
  const { act, after, save, script, lines, stored, mailMode } = await opened();
  await act(settingsChanged({ mailMode: 'HOURLY' }));
  lines.loads = 'down';
  script.respond('saveNotificationSettings', 'unreachable', 300);
  stored.settings = { ...stored.settings, mailMode: 'HOURLY' };
  await act(settingsSaveRequested(), settingsDropped(), settingsChanged({ morningAt: '08:00' }));
  await after(500);
  script.respond('saveNotificationSettings', ({ body }) => {
    stored.settings = { ...stored.settings, ...body };
    return ok({});
  });
  await save(settingsSaveRequested);
  expect([mailMode(), stored.settings.morningAt]).toEqual([['AT_ONCE', 'AT_ONCE'], '08:00']);
});

describe('rules whose save got no answer', () => {
  /** Saved with the word `first`. */
  async function unanswered(loads: Line) {
    const page = await opened();
    Object.assign(page.lines, { loads, saves: 'lost' });
    await page.act(ruleAdded(), worded('first'));
    await page.save(rulesSaveRequested);
    expect([page.shown().error, page.words()]).toEqual([expect.stringMatching(UNKNOWN), ['first']]);
    Object.assign(page.lines, { loads: 'up', saves: 'up' });
    return page;
  }

  it('are sent once more, and are saved if that is answered', async () => {
    const { act, after, lines, words, shown, notices, tab } = await opened();
    await act(ruleAdded(), worded('first'));
    lines.saves = 'lost';
    await act(rulesSaveRequested());
    lines.saves = 'up';
    await after(2_000);
    expect([words(), notices(), shown().error, tab.warnsBeforeLeaving()]).toEqual([
      ['first'],
      [SAVED_RULES],
      null,
      false,
    ]);
  });

  it('may be saved, also if the second attempt is refused because the server is busy', async () => {
    const { act, after, lines, shown } = await opened();
    await act(ruleAdded());
    lines.saves = 'lost';
    await act(rulesSaveRequested());
    lines.saves = 'busy';
    await after(2_000);
    expect(shown().error).toMatch(UNKNOWN);
  });

  it.each(['up', 'down'] as const)('are replaced by what is entered further (loading is %s)', async (loads) => {
    const { act, save, words, shown, notices } = await unanswered(loads);
    await act(worded('second'));
    await save(rulesSaveRequested);
    expect([words(), notices(), shown()]).toEqual([
      ['second'],
      [SAVED_RULES],
      expect.objectContaining({ rulesConflict: null, error: null, rulesChanged: false }),
    ]);
  });

  it('are replaced by one request if they have been loaded since then', async () => {
    const { act, save, sentTo, words } = await unanswered('down');
    await act(channelsReloadRequested(), worded('second'));
    const before = sentTo('saveNotificationRules').length;
    await save(rulesSaveRequested);
    expect([sentTo('saveNotificationRules').length - before, words()]).toEqual([1, ['second']]);
  });

  it.each(['up', 'down'] as const)('are replaced by what was entered meanwhile (loading is %s)', async (loads) => {
    const { act, after, save, lines, words, shown, notices } = await opened();
    await act(ruleAdded(), worded('first'));
    Object.assign(lines, { loads, saves: 'lost' });
    await act(rulesSaveRequested(), worded('second'));
    await after(3_000);
    expect([words(), shown().error]).toEqual([['first'], expect.stringMatching(UNKNOWN)]);
    Object.assign(lines, { loads: 'up', saves: 'up' });
    await save(rulesSaveRequested);
    expect([words(), notices(), shown().rulesConflict]).toEqual([['second'], [SAVED_RULES], null]);
  });

  it.each(['lost', 'down'] as const)(
    'may be those of the first of two such saves (the second is %s)',
    async (saves) => {
      const { act, save, lines, words, notices } = await unanswered('down');
      await act(worded('second'));
      Object.assign(lines, { loads: 'down', saves });
      await save(rulesSaveRequested);
      expect(words()).toEqual(['first']);
      Object.assign(lines, { loads: 'up', saves: 'up' });
      await act(worded('third'));
      await save(rulesSaveRequested);
      expect([words(), notices()]).toEqual([['third'], [SAVED_RULES]]);
    },
  );

  it('and that are discarded are replaced, too', async () => {
    const { act, save, words, notices } = await unanswered('down');
    await act(rulesDropped(), ruleAdded(), worded('second'));
    await save(rulesSaveRequested);
    expect([words(), notices()]).toEqual([['second'], [SAVED_RULES]]);
  });

  it('are not said to have been changed elsewhere before the current ones are loaded', async () => {
    const { act, save, lines, words, entered, shown } = await unanswered('down');
    await act(worded('second'));
    lines.loads = 'down';
    await save(rulesSaveRequested);
    expect([entered(), words(), shown()]).toEqual([
      ['second'],
      ['first'],
      expect.objectContaining({
        rulesConflict: null,
        error: expect.stringMatching(/^Nothing was changed\. The server cannot be reached\. /),
      }),
    ]);
    lines.loads = 'up';
    await save(rulesSaveRequested);
    expect(words()).toEqual(['second']);
  });

  it('are kept if others have been saved elsewhere since then, and so are those', async () => {
    const { act, save, stored, words, entered, shown } = await unanswered('down');
    stored.rules = [{ ...NEW_RULE, words: 'elsewhere' }];
    await act(worded('second'));
    await save(rulesSaveRequested);
    expect([words(), entered(), shown().rulesConflict]).toEqual([['elsewhere'], ['second'], CONFLICT]);
  });
});
