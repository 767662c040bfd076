import { selectRoute } from '../shell/shell.selectors';
import type { AppState } from '../state';
import { CLOSED_BOARD, type BoardState } from './board.state';

export const selectBoard = (state: AppState): BoardState => state.shell?.notifications.board ?? CLOSED_BOARD;

export const selectIsOnBoard = (state: AppState): boolean => selectRoute(state)?.screen === 'liveBoard';
