/** The tour: at most five steps for every user, resumed where it was left. */
import { combineReducers, type Action } from '@reduxjs/toolkit';
import { PERMISSIONS } from '../../contract/base/permissions';
import { TOUR_MAX_STEPS } from '../../contract/shell/tour.endpoints';
import { selectTouring, tourOpened } from '../../sagas/features/tour/tour.intents';
import { tourEnded, tourPutOff, tourReducers, tourResumed, tourStepChosen } from '../../sagas/features/tour/tour.slice';
import { pageOfStep, tourStepsOf } from '../../sagas/features/tour/tour.steps';
import { landingOf } from '../../sagas/navigation/routes/resolve';
import { USER } from '../support/user';

const KINDS = [
  ['a managing organization', { ...USER, permissions: PERMISSIONS }],
  ['a facility', { ...USER, userType: 'CLIENT', organizationType: 'CLIENT', permissions: PERMISSIONS }],
  ['a supplier', { ...USER, userType: 'AGENCY', organizationType: 'AGENCY', permissions: PERMISSIONS }],
  ['the platform', { ...USER, userType: 'OWNER', organizationType: 'OWNER', permissions: PERMISSIONS }],
  ['a user without permissions', USER],
] as const;

test.each(KINDS)('%s sees a few places, each once, in sentences', (_, user) => {
  const steps = tourStepsOf({ ...user, permissions: [...user.permissions] });
  expect(steps.length).toBeGreaterThan(2);
  expect(steps.length).toBeLessThanOrEqual(TOUR_MAX_STEPS);
  expect(new Set(steps.map(({ place }) => place)).size).toBe(steps.length);
  expect(steps.filter(({ title, text }) => title === '' || !text.endsWith('.'))).toEqual([]);
});

test.each(KINDS)('%s begins with an element of the first screen', (_, user) => {
  const someone = { ...user, permissions: [...user.permissions] };
  const page = pageOfStep(someone, 0);
  expect(page ?? landingOf(someone)).toBe(landingOf(someone));
});

test('users without cards skip the step about cards', () => {
  const places = tourStepsOf(USER).map(({ place }) => place);
  expect(places).not.toContain('needs');
  expect(places).not.toContain('figures');
});

test('it resumes where it was left, moves by steps, and closes when postponed or finished', () => {
  const reducer = combineReducers(tourReducers);
  const after = (...actions: readonly Action[]) =>
    actions.reduce<ReturnType<typeof reducer> | undefined>((state, action) => reducer(state, action), undefined)?.tour
      .step;
  expect(after(tourResumed({ step: 2 }))).toBe(2);
  expect(after(tourResumed({ step: 2 }), tourStepChosen({ step: 3 }))).toBe(3);
  expect(after(tourResumed({ step: 2 }), tourPutOff())).toBeNull();
  expect(after(tourResumed({ step: 2 }), tourEnded())).toBeNull();
  expect(after(tourResumed({ step: 2 }), tourOpened())).toBe(0);
  expect(selectTouring({})).toBe(false);
  expect(selectTouring({ tour: { step: 0 } })).toBe(true);
});
