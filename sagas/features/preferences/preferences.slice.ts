/** Intents of the Notification Preferences dialog. */
import { createAction } from '@reduxjs/toolkit';
import { createSelector } from 'reselect';
import type { SubCategoryCode } from '../../../contract/notifications/kinds';
import { changedRecords, type PreferenceGroups } from '../../../machines/preferences/changedRecords';
import type { PreferencesContext } from '../../../machines/preferences/preferences.machine';
import { failureText } from '../../base/http/failureText';
import type { Column } from './preferences.rules';
import { machineSelector, type WithMachines } from '../../base/runtime/machines.slice';

export const preferencesOpened = createAction('preferences/opened');
export const preferencesRetried = createAction('preferences/retried');
export const preferenceToggled = createAction<{ readonly code: SubCategoryCode; readonly column: Column }>(
  'preferences/toggled',
);
export const preferencesSaveRequested = createAction('preferences/saveRequested');
/** Asks for confirmation before discarding changes. */
export const preferencesClosed = createAction('preferences/closed');
export const changesKept = createAction('preferences/changesKept');
export const changesDiscarded = createAction('preferences/changesDiscarded');

const selectMachine = machineSelector<PreferencesContext>('preferences');

/** False until the dialog is loaded, which happens when it is first opened. */
export const selectPreferencesOpen = (state: WithMachines): boolean =>
  selectMachine(state)?.tags.includes('open') ?? false;

export interface PreferencesView {
  readonly groups: PreferenceGroups | null;
  readonly busy: boolean;
  /** How many rows have unsaved changes. */
  readonly changes: number;
  readonly asking: boolean;
  readonly failure: string | null;
}

/** State of the dialog; `groups` is null until the preferences are loaded. */
export const selectPreferences = createSelector([selectMachine], (machine): PreferencesView => {
  const { saved = null, draft = null, failure = null, mayBeSaved = false } = machine?.context ?? {};
  const notSaved = mayBeSaved ? 'It is not known whether your changes were saved.' : 'Your changes were not saved.';
  return {
    groups: draft,
    busy: machine?.tags.includes('busy') ?? false,
    changes: saved && draft ? changedRecords(saved, draft).length : 0,
    asking: machine?.tags.includes('asking') ?? false,
    failure: failure && `${draft ? notSaved : 'The preferences could not be loaded.'} ${failureText(failure)}`,
  };
});

/** What the dialog shows, with unsaved changes; null until the preferences are loaded. */
export const selectDraft = (state: WithMachines): PreferenceGroups | null =>
  selectMachine(state)?.context.draft ?? null;
