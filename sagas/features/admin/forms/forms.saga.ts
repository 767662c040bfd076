/**
 * Runs the form at the address. Leaving the page ends it, but not while it is being saved; the draft stays until it is
 * saved or discarded.
 */
import type { Action } from '@reduxjs/toolkit';
import type { Task } from 'redux-saga';
import { formMachine, type FormEvent } from '../../../../machines/form/form.machine';
import { pause } from '../../../base/clock.saga';
import { noticeShown } from '../../../base/notices/notices.slice';
import { call, cancel, fork, join, put, race, select, take, type SagaGenerator } from '../../../base/runtime/effects';
import { forward, type Forward } from '../../../base/runtime/forward';
import { machineMoved } from '../../../base/runtime/machines.slice';
import { runMachine } from '../../../base/runtime/runMachine';
import { selectPathname, selectResolution } from '../../../navigation/location/location.selectors';
import { pageMoved } from '../../../navigation/location/location.slice';
import type { ScreenId } from '../../../navigation/routes/route.types';
import { selectDrafts } from '../unsaved.selectors';
import { selectIsSaving, selectSaveError } from './forms.selectors';
import { formRefreshed, formRetried, formSaved, formSubmitted } from './forms.slice';

export interface FormPlace {
  /** The address, which is also the key of the draft. */
  readonly key: string;
  readonly screen: ScreenId;
  readonly title: string;
  /** Relative to the user's root. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * One kind of form: its initial values, how it is saved, and what follows. `load` and `save` throw CallFailed. `saved`
 * says what was done, and returns the navigation that follows if the page is still open.
 */
export interface FormDefinition<Loaded, Values, Saved> {
  readonly screen: ScreenId;
  readonly load: (place: FormPlace) => SagaGenerator<Loaded>;
  readonly save: (values: Values, loaded: Loaded, place: FormPlace) => SagaGenerator<Saved>;
  readonly saved: (saved: Saved, values: Values, place: FormPlace) => SagaGenerator<Action>;
}
type AnyForm = FormDefinition<unknown, unknown, unknown>;

/** Erases the type parameters, so that all forms fit into one table. */
export const defineForm = <Loaded, Values, Saved>(form: FormDefinition<Loaded, Values, Saved>): AnyForm =>
  form as unknown as AnyForm;

const forwards: readonly Forward<FormEvent>[] = [
  forward(formSubmitted, ({ values }) => ({ type: 'SUBMIT', values })),
  forward(formRetried, () => ({ type: 'RETRY' })),
  forward(formRefreshed, (after) => ({ type: 'REFRESH', own: after?.own ?? [] })),
];

interface OpenForm {
  readonly place: FormPlace;
  readonly task: Task;
}

/** Runs the form of the page at the address, and ends it when the page is left. */
export function* watchForms(forms: readonly AnyForm[]): SagaGenerator<void> {
  let open: OpenForm | null = null;
  let leftWhileSaving = false;
  while (true) {
    const place = yield* placeNow();
    if (open !== null && open.place.key !== place?.key) {
      // The server goes on saving. Its answer comes before the next form, because only one runs at a time.
      if (open.task.isRunning() && (yield* select(selectIsSaving))) {
        leftWhileSaving = true;
        yield* race({ ended: join(open.task), moved: take(machineMoved) });
        continue;
      }
      yield* cancel(open.task);
      yield* noticeKept(open.place, leftWhileSaving ? yield* select(selectSaveError) : null);
      open = null;
    }
    leftWhileSaving = false;
    const form: AnyForm | undefined = forms.find(({ screen }) => screen === place?.screen);
    if (open === null && place && form) open = { place, task: yield* fork(runForm, form, place) };
    yield* take(pageMoved);
  }
}

function* placeNow(): SagaGenerator<FormPlace | null> {
  const resolution = yield* select(selectResolution);
  const key = yield* select(selectPathname);
  if (resolution.kind !== 'screen' || key === null) return null;
  const { route, params } = resolution;
  return { key, screen: route.screen, title: route.title, path: route.path, params };
}

/** Says what became of what was typed. `error` is why it was not saved, if its page was left before the answer. */
function* noticeKept({ key, title }: FormPlace, error: string | null): SagaGenerator<void> {
  const isKept = key in (yield* select(selectDrafts));
  if (error === null && !isKept) return;
  const unsaved = 'What you have typed is not saved. It is kept until you come back to it or sign out.';
  const kept = isKept ? ' What you have typed is kept until you come back to it or sign out.' : '';
  const text = error === null ? unsaved : `${title}: ${error}${kept}`;
  yield* put(noticeShown({ tone: 'warning', text }));
}

function* runForm(form: AnyForm, place: FormPlace): SagaGenerator<void> {
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
      load: () => form.load(place),
      *save({ values, loaded }) {
        sent = values;
        return yield* form.save(values, loaded, place);
      },
    },
    actions: {
      *finish({ saved }) {
        result = saved;
      },
    },
  });
  yield* put(formSaved({ key: place.key }));
  const next = yield* call(form.saved, result, sent, place);
  if ((yield* select(selectPathname)) === place.key) yield* put(next);
}
