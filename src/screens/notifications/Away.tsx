import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { TAB_COLORS } from '../../../contract/notifications/categories';
import { SUB_CATEGORIES } from '../../../contract/notifications/kinds';
import {
  awayDismissed,
  awayLinkOpened,
  awayText,
  selectAway,
  waitingOf,
} from '../../../sagas/features/notifications/away/away.slice';
import { selectFeed } from '../../../sagas/features/notifications/feed/feed.slice';
import { momentOf } from '../../../sagas/features/notifications/panel/panelText';
import { selectTouring } from '../../../sagas/features/tour/tour.intents';
import { selectWindow } from '../../../sagas/base/window';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Icon } from '../../ui/Icon';
import { LinkButton } from '../../ui/Button';
import { useFocusNearby } from '../../ui/useFocusNearby';
import '../../ui/theme/away.css';
import { categoryColor } from './rowParts';

/**
 * What arrived while the user was away, by kind. It covers the page's lower left corner, so the layout does not move.
 */
export function Away() {
  const dispatch = useDispatch();
  const away = useAppSelector(selectAway);
  const isTouring = useAppSelector(selectTouring);
  // The card is above the toasts, which come with the feed; shown earlier it would move.
  const isFeedKnown = useAppSelector((state) => selectFeed(state).known);
  const { breakpoint } = useAppSelector(selectWindow);
  const [open, setOpen] = useState(breakpoint === 'desktop');
  const nearby = useFocusNearby();
  if (away?.absence == null || isTouring || !isFeedKnown) return null;
  const { since, until } = away.absence;
  const waiting = waitingOf(away);
  return (
    <section {...nearby} className="away" aria-labelledby="away-title">
      <div className="away-head">
        <h2 id="away-title">While you were away</h2>
        <button
          type="button"
          className="icon-button"
          aria-expanded={open}
          aria-label="What arrived"
          onClick={() => setOpen(!open)}
        >
          <Icon name="chevron" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Dismiss this summary"
          title="Dismiss this summary"
          onClick={() => dispatch(awayDismissed({ until }))}
        >
          <Icon name="close" />
        </button>
        <p>{awayText(away)}</p>
      </div>
      {open && (
        <div className="away-body">
          <ul>
            {away.kinds.map(
              ({ kind, tab, waiting: count }) =>
                count > 0 && (
                  <li key={kind}>
                    <button
                      type="button"
                      className="away-kind"
                      style={categoryColor(TAB_COLORS[tab])}
                      onClick={() => dispatch(awayLinkOpened({ kind }))}
                    >
                      <span>{SUB_CATEGORIES[kind].name}</span>
                      <b>{count}</b>
                    </button>
                  </li>
                ),
            )}
          </ul>
          <p className="away-foot">
            <span>
              {momentOf(since)} to {momentOf(until)}
            </span>
            {waiting > 0 && (
              <LinkButton onClick={() => dispatch(awayLinkOpened({ kind: null }))}>See all {waiting}</LinkButton>
            )}
          </p>
        </div>
      )}
    </section>
  );
}
