/** Runs the form at the address. Leaving the page ends it; the draft stays until it is saved or discarded. */
import type { Task } from 'redux-saga';
import { formMachine, type FormEvent } from '../../../../machines/form/form.machine';
import { pause } from '../../../base/clock.saga';
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, cancel, fork, put, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { forward, type Forward } from '../../../base/runtime/forward';
import { runMachine } from '../../../base/runtime/runMachine';
import { selectPathname, selectResolution } from '../../../navigation/location/location.selectors';
import { pageMoved } from '../../../navigation/location/location.slice';
import type { ScreenId } from '../../../navigation/routes/route.types';
import { selectDrafts } from '../unsaved.selectors';
import { formRefreshed, formRetried, formSaved, formSubmitted } from './forms.slice';

export interface FormPlace {
  /** The address, which is also the key of the draft. */
  readonly key: string;
  readonly screen: ScreenId;
  /** Relative to the user's root. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** One kind of form: its start values, how it is saved, and what follows. `load` and `save` throw CallFailed. */
export interface FormDefinition<Start, Values, Saved> {
  readonly screen: ScreenId;
  readonly load: (place: FormPlace) => SagaGenerator<Start>;
  readonly save: (values: Values, start: Start, place: FormPlace) => SagaGenerator<Saved>;
  readonly saved: (saved: Saved, values: Values, place: FormPlace) => SagaGenerator<void>;
}
type AnyWork = FormDefinition<unknown, unknown, unknown>;

/** Erases the type parameters, so that all forms fit into one table. */
export const defineForm = <Start, Values, Saved>(work: FormDefinition<Start, Values, Saved>): AnyWork =>
  work as unknown as AnyWork;

const forwards: readonly Forward<FormEvent>[] = [
  forward(formSubmitted, ({ values }) => ({ type: 'SUBMIT', values })),
  forward(formRetried, () => ({ type: 'RETRY' })),
  forward(formRefreshed, () => ({ type: 'REFRESH' })),
];

/** Runs the form of the page at the address, and ends it when the page is left. */
export function* watchForms(works: readonly AnyWork[]): SagaGenerator<void> {
  let at: string | null = null;
  let running: Task | null = null;
  while (true) {
    const place = yield* placeNow();
    if ((place?.key ?? null) !== at) {
      if (running !== null) yield* cancel(running);
      if (at !== null && at in (yield* select(selectDrafts))) yield* noticeKept();
      const work = works.find(({ screen }) => screen === place?.screen);
      running = place && work ? yield* fork(runForm, work, place) : null;
      at = running === null ? null : (place?.key ?? null);
    }
    yield* take(pageMoved);
  }
}

function* placeNow(): SagaGenerator<FormPlace | null> {
  const resolution = yield* select(selectResolution);
  const key = yield* select(selectPathname);
  if (resolution.kind !== 'screen' || key === null) return null;
  const { route, params } = resolution;
  return { key, screen: route.screen, path: route.path, params };
}

function* noticeKept(): SagaGenerator<void> {
  const text = 'What you have typed is not saved. It is kept until you come back to it or sign out.';
  yield* put(noticeShown({ tone: 'warning', text }));
}

function* runForm(work: AnyWork, place: FormPlace): SagaGenerator<void> {
  const base = (yield* select(selectDrafts))[place.key]?.base;
  let sent: unknown;
  let result: unknown;
  yield* call(runMachine<typeof formMachine>, {
    name: 'form',
    machine: formMachine,
    input: { key: place.key, ...(base !== undefined && { before: { values: base } }) },
    forwards,
    delay: pause,
    services: {
      load: () => work.load(place),
      *save({ values, loaded }) {
        sent = values;
        return yield* work.save(values, loaded, place);
      },
    },
    actions: {
      *finish({ saved }) {
        result = saved;
      },
    },
  });
  yield* put(formSaved({ key: place.key }));
  yield* call(work.saved, result, sent, place);
}
