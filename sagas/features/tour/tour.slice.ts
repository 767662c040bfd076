/** The step of the tour on screen. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { createSelector } from 'reselect';
import { clearedOnSignOut } from '../../session/activeSession.saga';
import { selectPathname } from '../../navigation/location/location.selectors';
import { selectUser } from '../../session/session.selectors';
import { tourOpened, type TourState } from './tour.intents';
import { pageOfStep, tourStepAt } from './tour.steps';

const NONE: TourState = { step: null };

const slice = createSlice({
  name: 'tour',
  initialState: NONE,
  reducers: {
    /** Continues where the user stopped. */
    tourResumed: (_, { payload }: PayloadAction<{ readonly step: number }>): TourState => payload,
    /** To another step. */
    tourStepChosen: (_, { payload }: PayloadAction<{ readonly step: number }>): TourState => payload,
    /** Postponed until the app is loaded again, or the next sign-in. */
    tourPutOff: () => NONE,
    /** Completed or skipped: it does not start again by itself. */
    tourEnded: () => NONE,
  },
  extraReducers: (builder) => builder.addCase(tourOpened, (): TourState => ({ step: 0 })),
});

export const { tourResumed, tourStepChosen, tourPutOff, tourEnded } = slice.actions;
export const tourReducers = clearedOnSignOut({ tour: slice.reducer });

export type TourView = ReturnType<typeof tourStepAt>;

/** The step on the screen; null while there is none, or while the user is on another page than it points into. */
export const selectTourView = createSelector(
  [selectUser, ({ tour }: { readonly tour?: TourState }) => tour?.step ?? null, selectPathname],
  (user, step, pathname): TourView | null => {
    if (user === null || step === null) return null;
    const page = pageOfStep(user, step);
    return page === null || page === pathname ? tourStepAt(user, step) : null;
  },
);
