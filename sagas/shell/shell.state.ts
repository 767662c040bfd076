import type { PreviewState } from '../broadcasts/preview.reducer';
import type { DocumentsState } from '../documents/documents.reducer';
import type { FileRef } from '../../machines/file';
import type { BlockedHandOff } from '../handOffs/handOffs.reducer';
import type { FiltersState } from '../filters/filters.state';
import type { HomeDashboardState } from '../homeDashboard/homeDashboard.state';
import type { KpiState } from '../kpi/kpi.state';
import type { ListsState } from '../lists/lists.reducer';
import type { PageLocation, PageMove } from '../page.types';
import type { NotificationsState } from '../notifications/notifications.reducer';
import type { ClientsState } from './clients/clients.reducer';
import type { Notice } from './notices/notices.actions';
import type { TasksState } from '../tasks/tasks.reducer';
import type { WindowState } from './window/window.rules';

/** What the shell keeps while somebody is signed in. It is forgotten whole when they leave. */
export interface ShellState {
  /** Null for the moment before the shell has read it. */
  readonly location: PageLocation | null;
  /** How the person came there. */
  readonly arrivedBy: PageMove['by'];
  readonly window: WindowState;
  readonly notices: readonly Notice[];
  readonly logo: FileRef | null;
  readonly clients: ClientsState;
  readonly handOff: BlockedHandOff | null;
  /** Whether the dialog is open. */
  readonly changePassword: boolean;
  readonly lists: ListsState;
  readonly documents: DocumentsState;
  readonly notifications: NotificationsState;
  readonly filters: FiltersState;
  readonly homeDashboard: HomeDashboardState;
  readonly kpi: KpiState;
  readonly tasks: TasksState;
  /** The document of the broadcast that must be accepted. */
  readonly broadcastPreview: PreviewState;
}
