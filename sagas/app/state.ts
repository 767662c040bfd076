/** The type of the store. Its parts are optional, because each joins the store when its code is loaded. */
import type { StateFromReducersMapObject } from '@reduxjs/toolkit';
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import type { MachinesState } from '../base/runtime/machines.slice';
import type { adminReducers } from '../features/admin/admin.saga';
import type { appearanceReducers } from '../features/appearance/appearance.slice';
import type { chatReducers } from '../features/chat/chat.slice';
import type { reauthenticationReducers } from '../features/confirmations/reauthentication.slice';
import type { visitReducers } from '../features/dashboards/home/visit.slice';
import type { kpiReducers } from '../features/dashboards/kpi/kpi.slice';
import type { channelsReducers } from '../features/channels/channels.slice';
import type { followsReducers } from '../features/follows/follows.slice';
import type { listsReducers } from '../features/lists/lists.saga';
import type { alarmsReducers } from '../features/liveBoard/alarms/alarms.slice';
import type { pastAlarmsReducers } from '../features/liveBoard/alarms/pastAlarms.slice';
import type { boardEntriesReducers } from '../features/liveBoard/boardEntries.slice';
import type { liveBoardReducers } from '../features/liveBoard/liveBoard.slice';
import type { awayReducers } from '../features/notifications/away/away.slice';
import type { notificationFindReducers } from '../features/notifications/panel/find.slice';
import type { linkedReducers } from '../features/notifications/panel/linked.slice';
import type { notificationRowsReducers } from '../features/notifications/panel/rows.slice';
import type { paletteReducers } from '../features/palette/palette.slice';
import type { recordActionsReducers } from '../features/recordActions/recordActions.slice';
import type { recordsReducers } from '../features/records/records.slice';
import type { scheduleReducers } from '../features/schedule/schedule.slice';
import type { reviewDeskReducers } from '../features/reviewDesk/reviewDesk.slice';
import type { securityReducers } from '../features/security/security.slice';
import type { sessionsReducers } from '../features/sessions/sessions.slice';
import type { timesheetImportReducers } from '../features/timesheetImport/timesheetImport.slice';
import type { taskAssignmentReducers } from '../features/tasks/assignment.slice';
import type { tourReducers } from '../features/tour/tour.slice';
import type { signInMethodsReducers } from '../session/signIn/signInMethods.slice';
import type { shellReducers } from './shell.reducers';

/** Joins the store with the shell's code, after sign-in. */
export type ShellState = Readonly<StateFromReducersMapObject<typeof shellReducers>>;

/** Joins the store with the first screen that needs it. */
export type LateState = Readonly<
  StateFromReducersMapObject<
    typeof adminReducers &
      typeof reauthenticationReducers &
      typeof listsReducers &
      typeof kpiReducers &
      typeof liveBoardReducers &
      typeof boardEntriesReducers &
      typeof alarmsReducers &
      typeof pastAlarmsReducers &
      typeof visitReducers
  >
>;

/** Joins the store with the first page that lists sessions. */
export type SessionsPartState = Readonly<StateFromReducersMapObject<typeof sessionsReducers>>;

/** Joins the store with the page Sign-In & Security. */
export type SecurityPartState = Readonly<StateFromReducersMapObject<typeof securityReducers>>;

/** Joins the store with the page Notification Delivery. */
type ChannelsPartState = Readonly<StateFromReducersMapObject<typeof channelsReducers>>;

/** Joins the store when following is first offered. */
type FollowsPartState = Readonly<StateFromReducersMapObject<typeof followsReducers>>;

/** Joins the store with the first record. */
type RecordsPartState = Readonly<StateFromReducersMapObject<typeof recordsReducers>>;

/** Joins the store with the first record that is acted on. */
export type RecordActionsPartState = Readonly<StateFromReducersMapObject<typeof recordActionsReducers>>;

/** Joins the store after an absence. */
type AwayPartState = Readonly<StateFromReducersMapObject<typeof awayReducers>>;

/** Joins the store when the notification panel first opens. */
type NotificationRowsPartState = Readonly<
  StateFromReducersMapObject<typeof notificationRowsReducers & typeof notificationFindReducers>
>;

/** Joins the store with the first link to a notification from outside. */
type LinkedPartState = Readonly<StateFromReducersMapObject<typeof linkedReducers>>;

/** Joins the store with the first page of tasks. */
type TaskAssignmentPartState = Readonly<StateFromReducersMapObject<typeof taskAssignmentReducers>>;

/** Joins the store with the first schedule. */
type SchedulePartState = Readonly<StateFromReducersMapObject<typeof scheduleReducers>>;

/** Joins the store with the first page of imports. */
type TimesheetImportPartState = Readonly<StateFromReducersMapObject<typeof timesheetImportReducers>>;

/** Joins the store with the first use of the dialog Appearance. */
type AppearancePartState = Readonly<StateFromReducersMapObject<typeof appearanceReducers>>;

/** Joins the store with the first use of the palette. */
type PalettePartState = Readonly<StateFromReducersMapObject<typeof paletteReducers>>;

/** Joins the store when the tour starts. */
type TourPartState = Readonly<StateFromReducersMapObject<typeof tourReducers>>;

/** Joins the store with the first visit of the review desk. */
type ReviewDeskPartState = Readonly<StateFromReducersMapObject<typeof reviewDeskReducers>>;

/** Joins the store with the first page, panel or tab that shows the chat. */
type ChatPartState = Readonly<StateFromReducersMapObject<typeof chatReducers>>;

/** Joins the store when the organization of the sign-in form is known. */
type SignInMethodsPartState = Readonly<StateFromReducersMapObject<typeof signInMethodsReducers>>;

/** The whole store: the machines' projections, the page's configuration, and the state of the code loaded so far. */
export interface AppState
  extends
    Partial<ShellState>,
    Partial<LateState>,
    Partial<SessionsPartState>,
    Partial<SecurityPartState>,
    Partial<ChannelsPartState>,
    Partial<FollowsPartState>,
    Partial<RecordsPartState>,
    Partial<RecordActionsPartState>,
    Partial<AwayPartState>,
    Partial<NotificationRowsPartState>,
    Partial<LinkedPartState>,
    Partial<SchedulePartState>,
    Partial<TaskAssignmentPartState>,
    Partial<TimesheetImportPartState>,
    Partial<AppearancePartState>,
    Partial<PalettePartState>,
    Partial<TourPartState>,
    Partial<ReviewDeskPartState>,
    Partial<ChatPartState>,
    Partial<SignInMethodsPartState> {
  readonly machines: MachinesState;
  readonly config: RuntimeConfig;
}
