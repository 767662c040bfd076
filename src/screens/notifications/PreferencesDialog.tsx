import { useCallback, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { SEARCH_MAX_LENGTH, found, searchText } from '../../../sagas/features/preferences/preferences.rules';
import {
  changesDiscarded,
  changesKept,
  preferencesClosed,
  preferencesRetried,
  preferencesSaveRequested,
  selectPreferences,
} from '../../../sagas/features/preferences/preferences.slice';
import { selectChannelsAddress } from '../../../sagas/navigation/menus/channelsAddress.selectors';
import { selectUser } from '../../../sagas/session/signIn/signIn.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { emptyOnEscape } from '../../ui/emptyOnEscape';
import { Link } from '../../ui/Link';
import { Loader } from '../../ui/Loader';
import { Message } from '../../ui/Message';
import { useFocusOnUnmount } from '../../ui/focus';
import '../../ui/theme/preferences.css';
import { PreferenceTable } from './PreferenceTable';

/** A person's notification preferences, all saved together. */
export function PreferencesDialog() {
  const dispatch = useDispatch();
  const user = useAppSelector(selectUser);
  const { groups, busy, changes, asking, failure } = useAppSelector(selectPreferences);
  const delivery = useAppSelector(selectChannelsAddress);
  const [search, setSearch] = useState('');
  const close = () => dispatch(preferencesClosed());
  if (user === null) return null;
  const shown = groups && found(groups, search);

  return (
    <Dialog title="Notification Preferences" size="wide" onClose={close}>
      <div className="preferences">
        {failure !== null && <Message tone="negative">{failure}</Message>}
        {asking && <LeaveQuestion />}
        <input
          type="search"
          className="preference-search"
          aria-label="Search this Preference"
          placeholder="Search this Preference"
          autoFocus
          autoComplete="off"
          maxLength={SEARCH_MAX_LENGTH}
          value={search}
          onChange={(event) => setSearch(searchText(event.target.value))}
          onKeyDown={(event) => emptyOnEscape(event, () => setSearch(''))}
        />
        <div className="preference-place">
          {shown !== null && shown.length > 0 && <PreferenceTable groups={shown} owner={user} />}
          {shown?.length === 0 && <p className="preference-none">No preference matches. Try other words.</p>}
          {shown === null && failure === null && <Loader>Loading your preferences</Loader>}
        </div>
        <p className="preference-more">
          <Link to={delivery} onClick={close}>
            Devices, email times, what you follow, and rules
          </Link>
        </p>
        <div className="dialog-actions">
          <Button onClick={close}>Cancel</Button>
          {groups === null && failure !== null ? (
            <Button variant="primary" onClick={() => dispatch(preferencesRetried())}>
              Retry
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={busy}
              disabled={changes === 0}
              onClick={() => dispatch(preferencesSaveRequested())}
            >
              Save
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Asks the user before changes are lost. The focus then returns to where it was. */
function LeaveQuestion() {
  const dispatch = useDispatch();
  const [before] = useState(() => document.activeElement);
  const place = useRef<HTMLDivElement>(null);
  useFocusOnUnmount(
    place,
    useCallback(() => (before instanceof HTMLElement ? before : null), [before]),
  );
  return (
    <div ref={place} className="leave-question" role="alertdialog" aria-label="Unsaved changes">
      <p>You have changes that are not saved. Close without saving them?</p>
      <div>
        <Button autoFocus onClick={() => dispatch(changesKept())}>
          Keep editing
        </Button>
        <Button onClick={() => dispatch(changesDiscarded())}>Close without saving</Button>
      </div>
    </div>
  );
}
