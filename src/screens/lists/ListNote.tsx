import { useRef, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { listChanged, listFiltersCleared, listReloadRequested } from '../../../sagas/features/lists/lists.slice';
import { selectAddition, selectWholeList, type ListView } from '../../../sagas/features/lists/lists.selectors';
import { clientChosen } from '../../../sagas/navigation/location/clients.slice';
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
  const whole = useAppSelector(selectWholeList);
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
  const allFacilities = (primary: boolean) =>
    view.ofFacility && (
      <ToolButton primary={primary} onClick={() => dispatch(clientChosen({ clientId: null }))}>
        Show all facilities
      </ToolButton>
    );
  if (view.unfiltered) {
    const { title, text } = emptyWords(view, addition !== null);
    return (
      <Note icon="info" title={title} text={text}>
        {allFacilities(true)}
        {view.isPart && whole !== null && (
          <ToolButton primary={!view.ofFacility} onClick={() => dispatch(navigateRequested({ to: whole }))}>
            Go to all {noun.many}
          </ToolButton>
        )}
        {addition !== null && (
          <ToolButton primary={!view.ofFacility} onClick={() => dispatch(navigateRequested({ to: addition.to }))}>
            {addition.label}
          </ToolButton>
        )}
      </Note>
    );
  }
  const nothing = view.ofFacility ? 'Nothing at the chosen facility matches' : 'Nothing matches';
  return (
    <Note
      icon="search"
      title={`No ${noun.many} match`}
      text={
        query.q === ''
          ? `${nothing} all of the filters above. Remove one, or clear them all.`
          : `${nothing} “${query.q}” and the filters above. Try fewer words, or clear them all.`
      }
    >
      <ToolButton primary onClick={() => dispatch(listFiltersCleared())}>
        Clear search and filters
      </ToolButton>
      {allFacilities(false)}
    </Note>
  );
}

/** Without search and filters: elsewhere there may be rows. */
function emptyWords({ noun, ofFacility, isPart }: ListView, canAdd: boolean): { title: string; text: string } {
  const of = `No ${noun.many} for the chosen facility`;
  if (ofFacility) return { title: isPart ? `${of} here right now` : of, text: 'Other facilities may have some.' };
  if (isPart) {
    return {
      title: `No ${noun.many} here right now`,
      text: `This page shows some of the ${noun.many}. As soon as one belongs here, it appears.`,
    };
  }
  return {
    title: `No ${noun.many} yet`,
    text: canAdd ? 'Add the first one to get started.' : `As soon as there are ${noun.many} for you, they appear here.`,
  };
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
