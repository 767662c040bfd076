/** The choices of the palette: actions of the page, records, and pages. */
import type { UnknownAction } from '@reduxjs/toolkit';
import { createSelector } from 'reselect';
import { isActionKind } from '../../../contract/records/action';
import { findAction } from '../../../contract/records/actions';
import { actionsIn } from '../../../machines/record/record.machine';
import { failureText } from '../../base/http/failureText';
import { selectPersistentQuery, type WithPage } from '../../navigation/location/location.selectors';
import { navigateRequested } from '../../navigation/location/location.slice';
import { selectMenu } from '../../navigation/menus/menus.selectors';
import type { MenuEntry } from '../../navigation/menus/menus';
import { recordAddress } from '../../navigation/routes/records.sections';
import { rootOf } from '../../navigation/routes/resolve';
import { selectUser } from '../../session/session.selectors';
import { selectRecordAt } from '../lists/recordTabs';
import { recordActionPressed } from '../recordActions/recordActions.intents';
import type { WithRecordActions } from '../recordActions/recordActions.selectors';
import { factsOf, nameOf, selectMayAct } from '../records/records.selectors';
import type { PaletteState } from './palette.slice';

export interface PaletteChoice {
  readonly id: string;
  readonly label: string;
  /** Distinguishes records of the same name. */
  readonly about: string;
  readonly does: UnknownAction;
}

export interface PaletteGroup {
  readonly title: string;
  readonly choices: readonly PaletteChoice[];
}

type WithPalette = { readonly palette?: PaletteState };
const selectPalette = ({ palette }: WithPalette): PaletteState | undefined => palette;

/** Ignores case and accents, as the search of lists does. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const matches = (text: string, { label, about }: Pick<PaletteChoice, 'label' | 'about'>): boolean => {
  const words = folded(`${label} ${about}`).split(/[\s/]+/);
  return folded(text)
    .split(/\s+/)
    .every((wanted) => words.some((word) => word.startsWith(wanted)));
};

function pagesOf(menu: readonly MenuEntry[]): PaletteChoice[] {
  return menu.flatMap((entry): PaletteChoice[] => {
    if ('entries' in entry) return pagesOf(entry.entries).map((each) => ({ ...each, about: entry.label }));
    if (!('to' in entry)) return [];
    const to = entry.opens ?? entry.to;
    return [{ id: `page ${to}`, label: entry.label, about: '', does: navigateRequested({ to }) }];
  });
}

const selectPages = createSelector([selectMenu], pagesOf);

const selectMayActAt = (state: WithPage & Parameters<typeof selectMayAct>[0]): boolean => {
  const at = selectRecordAt(state);
  return at !== null && selectMayAct(state, at.id);
};

/** The actions of the record whose page is open. */
const selectActions = createSelector(
  [selectUser, selectRecordAt, (state: WithRecordActions) => state.recordActions?.known, selectMayActAt],
  (user, at, known, mayAct): readonly PaletteChoice[] => {
    const record = at === null ? undefined : known?.[at.id];
    if (user === null || at === null || record === undefined || !mayAct || !isActionKind(at.kind)) return [];
    const { kind, id } = at;
    return actionsIn(kind, record.state, user).map((action) => ({
      id: `action ${action}`,
      label: findAction(kind, action)?.label ?? action,
      about: record.name,
      does: recordActionPressed({ kind, ids: [id], action }),
    }));
  },
);

const selectRecordChoices = createSelector(
  [selectPalette, selectUser, selectPersistentQuery],
  (palette, user, persistentQuery): readonly PaletteChoice[] =>
    user === null
      ? []
      : (palette?.found ?? []).flatMap(({ kind, id, row }): PaletteChoice[] => {
          const to = recordAddress(user, rootOf(user), { kind, id }, persistentQuery);
          if (to === null) return [];
          const about = factsOf({ kind, row }, aboutOf(row), user, persistentQuery, false).map(({ cell }) => cell.text);
          const label = nameOf({ kind, row });
          return [{ id: `record ${id}`, label, about: about.join(' · '), does: navigateRequested({ to }) }];
        }),
);

/** All fields but the id, the zone, and the name or number, which are the label. */
const aboutOf = (row: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(row).filter((name) => !['id', 'zone', 'name', 'number'].includes(name));

/** Null while it is closed. */
export const selectPaletteView = createSelector(
  [selectPalette, selectActions, selectRecordChoices, selectPages],
  (palette, actions, records, pages) => {
    if (palette?.open !== true) return null;
    const { text, searching, failure } = palette;
    const of = (choices: readonly PaletteChoice[]) =>
      text.trim() === '' ? choices : choices.filter((choice) => matches(text.trim(), choice));
    // While a search runs, only those earlier results stay whose label matches the new text.
    const named = (choices: readonly PaletteChoice[]) =>
      choices.filter(({ label }) => matches(text.trim(), { label, about: '' }));
    const groups: readonly PaletteGroup[] = [
      { title: 'Actions', choices: of(actions) },
      { title: 'Records', choices: searching ? named(records) : records },
      { title: 'Pages', choices: of(pages) },
    ].filter(({ choices }) => choices.length > 0);
    return { text, searching, groups, error: failure === null ? null : failureText(failure) };
  },
);
