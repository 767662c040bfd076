import { createSelector } from 'reselect';
import type { DeedContext } from '../../machines/deed/deed.machine';
import { failureText } from '../access/access.texts';
import type { MachineProjection } from '../machine/projection';
import type { AppState } from '../state';
import { DEED_TEXTS } from './deeds.texts';

const selectMachine = (state: AppState) => state.machines['deed'] as MachineProjection<DeedContext> | undefined;

export interface DeedView {
  readonly title: string;
  readonly question: string;
  readonly confirm: string;
  readonly busy: boolean;
  readonly error: string | null;
  readonly errorId: number;
}

export const selectDeed = createSelector([selectMachine], (machine): DeedView | null => {
  const { deed = null, failure = null, failureCount = 0 } = machine?.context ?? {};
  if (!machine?.tags.includes('open') || deed === null) return null;
  const { title, question, confirm } = DEED_TEXTS[deed.kind];
  return {
    title,
    question: question(deed.name),
    confirm,
    busy: machine.tags.includes('busy'),
    error: failure && failureText(failure),
    errorId: failureCount,
  };
});
