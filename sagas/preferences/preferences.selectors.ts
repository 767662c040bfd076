import { createSelector } from 'reselect';
import type { MachineProjection } from '../machine/projection';
import type { PreferencesContext } from '../../machines/preferences/preferences.machine';
import { changedRecords, type PreferenceGroups } from '../../machines/preferences/preferences.records';
import { failureText } from '../access/access.texts';
import type { AppState } from '../state';

const selectMachine = (state: AppState) =>
  state.machines['preferences'] as MachineProjection<PreferencesContext> | undefined;

export const selectPreferencesOpen = (state: AppState): boolean => selectMachine(state)?.tags.includes('open') ?? false;

export interface PreferencesView {
  readonly groups: PreferenceGroups | null;
  readonly busy: boolean;
  /** How many rows are not as saved. */
  readonly changes: number;
  readonly asking: boolean;
  readonly failure: string | null;
}

export const selectPreferences = createSelector([selectMachine], (machine): PreferencesView => {
  const { saved = null, draft = null, failure = null } = machine?.context ?? {};
  const why = failure && failureText(failure);
  return {
    groups: draft,
    busy: machine?.tags.includes('busy') ?? false,
    changes: saved && draft ? changedRecords(saved, draft).length : 0,
    asking: machine?.tags.includes('asking') ?? false,
    failure: why && (draft ? `Your changes were not saved. ${why}` : `The preferences could not be loaded. ${why}`),
  };
});

export const selectDraft = (state: AppState): PreferenceGroups | null => selectMachine(state)?.context.draft ?? null;
