/** What only some screens need of the sagas: each part is a file of its own, that the home dashboard does not wait for. */
import type { SagaGenerator } from '../../effects';
import type { ScreenId } from '../routes/route.types';

export interface LatePart {
  /** The first of these to be shown brings it. */
  readonly screens: readonly ScreenId[];
  /** The saga that runs from then on. It looks at what is there already before it waits for anything. */
  readonly load: () => Promise<() => SagaGenerator<void>>;
}

export const LATE_PARTS = {
  lists: {
    screens: ['list', 'adminList', 'report', 'tasks'],
    load: async () => (await import(/* webpackChunkName: "list-sagas" */ '../../lists/lists.watch')).watchLists,
  },
  tasks: {
    screens: ['tasks'],
    load: async () => (await import(/* webpackChunkName: "task-sagas" */ '../../tasks/tasks.watch')).watchTasks,
  },
  kpis: {
    screens: ['kpiDashboard', 'facilityKpi', 'supplierScorecard'],
    load: async () => (await import(/* webpackChunkName: "kpi-sagas" */ '../../kpi/kpi.watch')).watchKpis,
  },
  liveBoard: {
    screens: ['liveBoard'],
    load: async () => (await import(/* webpackChunkName: "board-sagas" */ '../../notifications/board.saga')).watchBoard,
  },
  admin: {
    screens: ['userForm', 'roleForm', 'broadcastForm', 'broadcast'],
    load: async () => (await import(/* webpackChunkName: "admin" */ '../../admin/admin.watch')).watchAdmin,
  },
} as const satisfies Record<string, LatePart>;

/** Resolves when the parts that this screen needs have come. */
export async function sagasOf(screen: ScreenId): Promise<void> {
  const parts: readonly LatePart[] = Object.values(LATE_PARTS);
  await Promise.all(parts.filter(({ screens }) => screens.includes(screen)).map(({ load }) => load()));
}
