/** Sagas that only some screens need. Each part is a chunk, loaded with the first of its screens. */
import { loadCode } from '../base/retry.saga';
import { call, fork, select, take, type SagaGenerator } from '../base/runtime/effects';
import { selectRoute } from '../navigation/location/location.selectors';
import { pageMoved } from '../navigation/location/location.slice';
import type { ScreenId } from '../navigation/routes/route.types';

export interface LatePart {
  /** The screens that load this part. */
  readonly screens: readonly ScreenId[];
  /**
   * Loads the saga, which then runs until the session ends. It reads the state before it waits for the first action.
   */
  readonly load: () => Promise<() => SagaGenerator<void>>;
}

export const LATE_PARTS = {
  lists: {
    screens: ['list', 'adminList', 'report', 'tasks'],
    load: async () => (await import(/* webpackChunkName: "list-sagas" */ '../features/lists/lists.saga')).watchLists,
  },
  tasks: {
    screens: ['tasks'],
    load: async () => (await import(/* webpackChunkName: "task-sagas" */ '../features/tasks/tasks.saga')).watchTasks,
  },
  kpis: {
    screens: ['kpiDashboard', 'facilityKpi', 'supplierScorecard'],
    load: async () =>
      (await import(/* webpackChunkName: "kpi-sagas" */ '../features/dashboards/kpi/kpi.saga')).watchKpis,
  },
  liveBoard: {
    screens: ['liveBoard'],
    load: async () =>
      (await import(/* webpackChunkName: "board-sagas" */ '../features/liveBoard/liveBoard.saga')).watchBoard,
  },
  admin: {
    screens: ['userForm', 'roleForm', 'broadcastForm', 'broadcast'],
    load: async () => (await import(/* webpackChunkName: "admin" */ '../features/admin/admin.saga')).watchAdmin,
  },
} as const satisfies Record<string, LatePart>;

/** Resolves when the parts this screen needs are loaded. */
export async function sagasOf(screen: ScreenId): Promise<void> {
  const parts: readonly LatePart[] = Object.values(LATE_PARTS);
  await Promise.all(parts.filter(({ screens }) => screens.includes(screen)).map(({ load }) => load()));
}

/** Fetches each late part with the first screen that needs it, and runs it until the session ends. */

export function* runLateParts(): SagaGenerator<void> {
  for (const part of Object.values(LATE_PARTS)) yield* fork(runPart, part);
}

function* runPart({ screens, load }: LatePart): SagaGenerator<void> {
  while (!(yield* isAtOneOf(screens))) yield* take(pageMoved);
  const watch = yield* call(loadCode<() => SagaGenerator<void>>, load);
  yield* call(watch);
}

function* isAtOneOf(screens: readonly ScreenId[]): SagaGenerator<boolean> {
  const route = yield* select(selectRoute);
  return route !== null && screens.includes(route.screen);
}
