/** What is asked for the cards of the KPI dashboard at the address. */
import { createSelector } from 'reselect';
import type { Question } from '../cards/keepAsked.saga';
import { selectForm, selectPlace } from '../filters/filters.selectors';
import { selectUser } from '../session/session.selectors';
import { selectClientId } from '../shell/shell.selectors';
import type { AppState } from '../state';
import { boardAt, questionsOf, type KpiQuestion } from './boards';
import { NO_KPIS } from './kpi.state';

export const selectKpi = (state: AppState) => state.shell?.kpi ?? NO_KPIS;

export interface KpiRequest extends KpiQuestion, Question {}

/** None while it is not clear yet what holds, or while another page is shown. */
export const selectKpiRequests = createSelector(
  [selectUser, selectForm, selectPlace, selectClientId],
  (user, form, place, clientId): readonly KpiRequest[] => {
    const board = place === null ? null : boardAt(place);
    if (user === null || form === null || board === null) return [];
    return questionsOf(board, user, { ...form, ...(clientId !== null && { clientId }) }).map((question) => ({
      ...question,
      key: JSON.stringify(question.body),
    }));
  },
);
