/** Which sagas only some screens need. Each part is a chunk, loaded with the first of its screens or its dialog. */
import { isAnyOf, type Action } from '@reduxjs/toolkit';
import { OPEN_NOTIFICATION_PATH } from '../../contract/notifications/notificationLink';
import type { SagaGenerator } from '../base/runtime/effects';
import { appearanceOpened } from '../features/appearance/appearance.slice';
import { chatPanelOpened, chatUnsentFound } from '../features/chat/live.slice';
import { changePasswordOpened } from '../features/changePassword/changePassword.slice';
import {
  filterChipRemoved,
  filterDrawerOpened,
  filtersCleared,
  filtersRestored,
  searchChosen,
  searchDeleted,
  searchSaveRequested,
} from '../features/dashboards/filters/filters.slice';
import { cardsArranged, statusesClosed } from '../features/dashboards/home/home.slice';
import {
  documentEmbedded,
  documentOpened,
  documentPageOpened,
  previewRead,
} from '../features/documents/documents.slice';
import { followsOpened } from '../features/follows/follows.intents';
import {
  companyMessagePressed,
  documentPressed,
  findShown,
  moreRequested,
  popupToggled,
  rowChanged,
  searchSubmitted,
  undoPressed,
  viewChosen,
  rowRecordShown,
} from '../features/notifications/notifications.intents';
import { panelOpened } from '../features/notifications/panel/panel.slice';
import { shownWhileHidden } from '../features/notifications/toasts/toasts.slice';
import { paletteOpened } from '../features/palette/palette.intents';
import { preferencesOpened } from '../features/preferences/preferences.slice';
import { selectHasTasks } from '../features/tasks/tasks.slice';
import { tourOpened } from '../features/tour/tour.intents';
import { recordActionPressed, recordActionsNeeded } from '../features/recordActions/recordActions.intents';
import {
  selectLocation,
  selectPathname,
  selectQuery,
  selectRoute,
  type WithPage,
} from '../navigation/location/location.selectors';
import { selectUser } from '../session/session.selectors';
import { landingOf } from '../navigation/routes/resolve';
import { STORED_QUERY_PARAM, LONG_QUERY } from '../navigation/routes/queryText';
import type { ScreenId } from '../navigation/routes/route.types';

/** Sagas that are loaded when they are needed. */
export interface LatePart {
  /** The screens that load this part. */
  readonly screens: readonly ScreenId[];
  /** Also loaded when this becomes true. */
  readonly isNeeded?: (state: WithPage) => boolean;
  /** Also loaded by these actions, whose effect is in the state. */
  readonly loadedBy?: { readonly match: (action: Action) => boolean };
  /** Also loaded by these actions, which are dispatched again once the part runs. */
  readonly opens?: { readonly match: (action: Action) => boolean };
  /** Loads the saga, which runs until the session ends; it reads the state before it waits for the first action. */
  readonly load: () => Promise<() => SagaGenerator<void>>;
}

const isOnChatTab = (state: WithPage): boolean =>
  selectRoute(state)?.record === 'candidate' && selectQuery(state).get('tab') === 'chat';

export const LATE_PARTS: Readonly<Record<string, LatePart>> = {
  homeVisit: {
    screens: ['homeDashboard'],
    load: async () =>
      (await import(/* webpackChunkName: "needs-you" */ '../features/dashboards/home/visit.saga')).watchVisit,
  },
  lists: {
    screens: ['list', 'adminList', 'report', 'tasks', 'record'],
    load: async () => (await import(/* webpackChunkName: "list-sagas" */ '../features/lists/lists.saga')).watchLists,
  },
  tasks: {
    screens: ['tasks'],
    load: async () => (await import(/* webpackChunkName: "task-sagas" */ '../features/tasks/tasks.saga')).watchTasks,
  },
  dueTasks: {
    screens: [],
    isNeeded: selectHasTasks,
    load: async () =>
      (await import(/* webpackChunkName: "must-accept" */ '../features/tasks/dueTasks.saga')).watchDueTasks,
  },
  kpis: {
    screens: ['kpiDashboard', 'facilityKpi', 'supplierScorecard', 'report'],
    load: async () =>
      (await import(/* webpackChunkName: "kpi-sagas" */ '../features/dashboards/kpi/kpi.saga')).watchKpis,
  },
  storedQueries: {
    screens: [],
    isNeeded: (state) => {
      const { search = '' } = selectLocation(state) ?? {};
      return search.length > LONG_QUERY || selectQuery(state).has(STORED_QUERY_PARAM);
    },
    load: async () =>
      (await import(/* webpackChunkName: "filter-sagas" */ '../features/dashboards/filters/storedQuery.saga'))
        .watchStoredQueries,
  },
  savedSearches: {
    screens: [],
    opens: { match: isAnyOf(searchChosen, searchSaveRequested, searchDeleted) },
    load: async () =>
      (await import(/* webpackChunkName: "filter-sagas" */ '../features/dashboards/filters/savedSearches.saga'))
        .watchSavedSearches,
  },
  filterChanges: {
    screens: [],
    loadedBy: filterDrawerOpened,
    opens: { match: isAnyOf(filterChipRemoved, filtersCleared, filtersRestored) },
    load: async () =>
      (await import(/* webpackChunkName: "filter-sagas" */ '../features/dashboards/filters/filterChanges.saga'))
        .watchFilterChanges,
  },
  liveBoard: {
    screens: ['liveBoard'],
    load: async () =>
      (await import(/* webpackChunkName: "board-sagas" */ '../features/liveBoard/liveBoard.saga')).watchBoard,
  },
  confirmations: {
    screens: ['adminList', 'userForm', 'organizationForm', 'ssoForm', 'broadcast', 'security'],
    load: async () =>
      (await import(/* webpackChunkName: "sessions" */ '../features/confirmations/confirmations.saga'))
        .watchConfirmations,
  },
  sessions: {
    screens: ['userForm', 'security'],
    load: async () =>
      (await import(/* webpackChunkName: "sessions" */ '../features/sessions/sessions.saga')).watchSessions,
  },
  changePassword: {
    screens: [],
    opens: changePasswordOpened,
    load: async () =>
      (await import(/* webpackChunkName: "dialog-sagas" */ '../features/changePassword/changePassword.saga'))
        .watchChangePassword,
  },
  notificationPanel: {
    // The board reads older pages, too.
    screens: ['liveBoard'],
    loadedBy: panelOpened,
    // The view may be drawn, and used, before its sagas are loaded.
    opens: {
      match: isAnyOf(
        documentPressed,
        findShown,
        rowRecordShown,
        moreRequested,
        rowChanged,
        searchSubmitted,
        undoPressed,
        viewChosen,
      ),
    },
    load: async () =>
      (await import(/* webpackChunkName: "notifications" */ '../features/notifications/panel/panel.saga')).watchPanel,
  },
  popup: {
    screens: [],
    loadedBy: panelOpened,
    opens: popupToggled,
    load: async () =>
      (await import(/* webpackChunkName: "notifications" */ '../features/notifications/toasts/popup.saga')).savePopup,
  },
  companyMessage: {
    screens: [],
    opens: companyMessagePressed,
    load: async () =>
      (
        await import(
          /* webpackChunkName: "dialog-sagas" */ '../features/notifications/companyMessage/companyMessage.saga'
        )
      ).watchCompanyMessage,
  },
  preferences: {
    screens: [],
    opens: preferencesOpened,
    load: async () =>
      (await import(/* webpackChunkName: "dialog-sagas" */ '../features/preferences/preferences.saga'))
        .watchPreferences,
  },
  admin: {
    screens: ['userForm', 'roleForm', 'organizationForm', 'ssoForm', 'broadcastForm', 'broadcast'],
    load: async () => (await import(/* webpackChunkName: "admin" */ '../features/admin/admin.saga')).watchAdmin,
  },
  security: {
    screens: ['security'],
    load: async () =>
      (await import(/* webpackChunkName: "security-sagas" */ '../features/security/security.saga')).watchSecurity,
  },
  schedule: {
    screens: ['schedule'],
    load: async () =>
      (await import(/* webpackChunkName: "schedule-sagas" */ '../features/schedule/schedule.saga')).watchSchedule,
  },
  timesheetImport: {
    screens: ['timesheetImport'],
    load: async () =>
      (
        await import(
          /* webpackChunkName: "timesheet-import-sagas" */ '../features/timesheetImport/timesheetImport.saga'
        )
      ).watchTimesheetImport,
  },
  records: {
    screens: ['record'],
    load: async () =>
      (await import(/* webpackChunkName: "record-sagas" */ '../features/records/records.saga')).watchRecords,
  },
  reviewDesk: {
    screens: ['reviewDesk'],
    load: async () =>
      (await import(/* webpackChunkName: "review-desk" */ '../features/reviewDesk/reviewDesk.saga')).watchReviewDesk,
  },
  chat: {
    screens: ['chat'],
    isNeeded: isOnChatTab,
    loadedBy: chatPanelOpened,
    load: async () => (await import(/* webpackChunkName: "chat-sagas" */ '../features/chat/chat.saga')).watchChat,
  },
  chatSending: {
    screens: ['chat'],
    isNeeded: isOnChatTab,
    loadedBy: { match: isAnyOf(chatPanelOpened, chatUnsentFound) },
    load: async () => (await import(/* webpackChunkName: "chat-sagas" */ '../features/chat/sending.saga')).watchSending,
  },
  palette: {
    screens: [],
    opens: paletteOpened,
    load: async () => (await import(/* webpackChunkName: "palette" */ '../features/palette/palette.saga')).watchPalette,
  },
  recordActions: {
    screens: [],
    opens: { match: isAnyOf(recordActionsNeeded, recordActionPressed) },
    load: async () =>
      (await import(/* webpackChunkName: "record-actions" */ '../features/recordActions/recordActions.saga'))
        .watchRecordActions,
  },
  appearance: {
    screens: [],
    opens: appearanceOpened,
    load: async () =>
      (await import(/* webpackChunkName: "appearance" */ '../features/appearance/appearance.saga')).watchAppearance,
  },
  mustAccept: {
    screens: [],
    isNeeded: () => true,
    load: async () => (await import(/* webpackChunkName: "must-accept" */ './mustAccept.saga')).watchMustAccept,
  },
  documentFile: {
    screens: [],
    loadedBy: { match: isAnyOf(documentOpened, documentEmbedded, previewRead) },
    load: async () =>
      (await import(/* webpackChunkName: "document" */ '../features/documents/documentFile.saga')).watchDocumentFile,
  },
  documentPage: {
    screens: [],
    isNeeded: (state) => selectLocation(state)?.pathname.startsWith('/viewpdf') === true,
    opens: documentPageOpened,
    load: async () =>
      (await import(/* webpackChunkName: "document" */ '../features/documents/documentPage.saga')).watchDocumentPage,
  },
  opened: {
    screens: [],
    isNeeded: (state) => selectLocation(state)?.pathname.startsWith(OPEN_NOTIFICATION_PATH) === true,
    load: async () =>
      (await import(/* webpackChunkName: "notifications" */ '../features/notifications/notificationLink.saga'))
        .watchNotificationLink,
  },
  channels: {
    screens: ['channels'],
    load: async () =>
      (await import(/* webpackChunkName: "channel-sagas" */ '../features/channels/channels.saga')).watchChannels,
  },
  follows: {
    screens: [],
    opens: followsOpened,
    load: async () => (await import(/* webpackChunkName: "follows" */ '../features/follows/follows.saga')).watchFollows,
  },
  desktop: {
    screens: [],
    opens: shownWhileHidden,
    load: async () =>
      (await import(/* webpackChunkName: "desktop" */ '../features/desktopNotifications/desktop.saga')).watchDesktop,
  },
  away: {
    screens: [],
    isNeeded: (state) => selectUser(state)?.awayUntil !== undefined,
    load: async () =>
      (await import(/* webpackChunkName: "notifications" */ '../features/notifications/away/away.saga')).watchAway,
  },
  tour: {
    screens: [],
    isNeeded: (state) => {
      const user = selectUser(state);
      return user?.tourStep !== undefined && selectPathname(state) === landingOf(user);
    },
    opens: tourOpened,
    load: async () => (await import(/* webpackChunkName: "tour" */ '../features/tour/tour.saga')).watchTour,
  },
  homeCards: {
    screens: [],
    opens: cardsArranged,
    load: async () =>
      (await import(/* webpackChunkName: "needs-you" */ '../features/dashboards/home/saveCards.saga')).watchCards,
  },
  homeStatuses: {
    screens: [],
    opens: statusesClosed,
    load: async () =>
      (await import(/* webpackChunkName: "needs-you" */ '../features/dashboards/home/saveStatuses.saga')).watchStatuses,
  },
  sessionEnd: {
    screens: [],
    isNeeded: (state) => selectUser(state)?.sessionEndsInSeconds !== undefined,
    load: async () =>
      (await import(/* webpackChunkName: "must-accept" */ '../features/sessions/sessionEnd.saga')).watchSessionEnd,
  },
};
