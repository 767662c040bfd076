import { useRef, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { listChanged, listFiltersCleared, listReloadRequested } from '../../../sagas/features/lists/lists.slice';
import { selectAddition, type ListView } from '../../../sagas/features/lists/lists.selectors';
import { navigateRequested } from '../../../sagas/navigation/location/location.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import type { IconName } from '../../ui/Icon';
import { EmptyIllustration } from '../../ui/EmptyIllustration';
import { ToolButton } from '../../ui/ToolButton';
import { useFocusOnUnmount } from '../../ui/focus';
import { LIST_HEADING } from './ListHead';

/** Shown in place of rows: why there are none, and what to do. */
export function ListNote({ view }: { readonly view: ListView }) {
  const dispatch = useDispatch();
  const addition = useAppSelector(selectAddition);
  const { noun, query, lastPage } = view;
  if (view.phase === 'failed') {
    return (
      <Note icon="alert" title={`The ${noun.many} could not be loaded`} text={view.error} urgent>
        <ToolButton primary onClick={() => dispatch(listReloadRequested())}>
          Retry
        </ToolButton>
        {!view.unfiltered && (
          <ToolButton onClick={() => dispatch(listFiltersCleared())}>Clear search and filters</ToolButton>
        )}
      </Note>
    );
  }
  if (view.phase === 'beyond') {
    const page = lastPage ?? 1;
    return (
      <Note icon="info" title={`There is no page ${query.page}`} text={`There are fewer ${noun.many} than that now.`}>
        <ToolButton primary onClick={() => dispatch(listChanged({ change: { page }, replace: true }))}>
          {lastPage === null ? 'Go to the first page' : 'Go to the last page'}
        </ToolButton>
      </Note>
    );
  }
  if (view.whyAlwaysEmpty !== null) {
    const { why, instead } = view.whyAlwaysEmpty;
    return (
      <Note icon="info" title={`No ${noun.many} here`} text={why}>
        {instead !== null && (
          <ToolButton primary onClick={() => dispatch(navigateRequested({ to: instead.to }))}>
            {instead.label}
          </ToolButton>
        )}
      </Note>
    );
  }
  if (view.unfiltered) {
    return (
      <Note
        icon="info"
        title={`No ${noun.many} yet`}
        text={
          addition === null
            ? `As soon as there are ${noun.many} for you, they appear here.`
            : 'Add the first one to get started.'
        }
      >
        {addition !== null && (
          <ToolButton primary onClick={() => dispatch(navigateRequested({ to: addition.to }))}>
            {addition.label}
          </ToolButton>
        )}
      </Note>
    );
  }
  return (
    <Note
      icon="search"
      title={`No ${noun.many} match`}
      text={
        query.q === ''
          ? 'Nothing matches all of the filters above. Remove one, or clear them all.'
          : `Nothing matches “${query.q}” and the filters above. Try fewer words, or clear them all.`
      }
    >
      <ToolButton primary onClick={() => dispatch(listFiltersCleared())}>
        Clear search and filters
      </ToolButton>
    </Note>
  );
}

interface NoteProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string | null;
  readonly urgent?: boolean;
  readonly children?: ReactNode;
}

const listHeading = () => document.getElementById(LIST_HEADING);

function Note({ icon, title, text, urgent = false, children }: NoteProps) {
  const place = useRef<HTMLDivElement>(null);
  useFocusOnUnmount(place, listHeading);
  return (
    <div ref={place} className="list-note" role={urgent ? 'alert' : 'status'}>
      <EmptyIllustration mark={icon} />
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="list-note-steps">{children}</div>
    </div>
  );
}
