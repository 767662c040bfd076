import { useId, useState } from 'react';
import { useDispatch } from 'react-redux';
import { selectViews, type ShownView } from '../../../sagas/features/lists/views/views.selectors';
import {
  viewChosen,
  viewFailureSeen,
  viewSaveRequested,
  viewsOpened,
} from '../../../sagas/features/lists/views/views.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { LinkButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Popover } from '../../ui/Popover';
import { ToolButton } from '../../ui/ToolButton';
import { useFocusWhenRemoved } from '../../ui/focus';
import { ViewDialog } from './ViewDialog';

/** Saved views of the list: opens, saves and changes them. Renders nothing for lists without views. */
export function ViewMenu({ narrow }: { readonly narrow: boolean }) {
  const dispatch = useDispatch();
  const menu = useAppSelector(selectViews);
  const [edited, setEdited] = useState<ShownView | 'new' | null>(null);
  const menuId = useId();
  const refocus = useFocusWhenRemoved();
  if (menu === null) return null;
  const { views, error, saving } = menu;
  const edit = (view: ShownView | 'new') => {
    dispatch(viewFailureSeen());
    setEdited(view);
  };
  return (
    <>
      <Popover
        title="Views"
        name="Views"
        onOpen={() => dispatch(viewsOpened())}
        label={
          <>
            <Icon name="bookmark" />
            {!narrow && 'Views'}
          </>
        }
      >
        {(close) => (
          <div className="view-menu">
            {views === null && error === null && (
              <p className="quiet" role="status">
                Loading…
              </p>
            )}
            {views === null && error !== null && (
              <p className="quiet">
                The views could not be loaded. {error}{' '}
                <LinkButton
                  onClick={() => {
                    refocus(`${menuId}-new`);
                    dispatch(viewsOpened());
                  }}
                >
                  Retry
                </LinkButton>
              </p>
            )}
            {views?.length === 0 && (
              <p className="quiet">No view is saved yet. Set filters, order and columns, and save them.</p>
            )}
            {views !== null && views.length > 0 && (
              <ul>
                {views.map((view) => (
                  <li key={view.id}>
                    <button
                      type="button"
                      id={`${menuId}-${view.id}`}
                      className="view-name"
                      aria-current={view.current || undefined}
                      onClick={() => {
                        dispatch(viewChosen({ id: view.id }));
                        close();
                      }}
                    >
                      {view.name}
                      <small>{factsOf(view)}</small>
                    </button>
                    {view.own && (
                      <span className="view-tools">
                        {view.updatable && (
                          <ToolButton
                            aria-disabled={saving}
                            aria-label={`Update ${view.name} to what is shown`}
                            title="Saves what is shown in this view"
                            onClick={() => {
                              if (saving) return;
                              refocus(`${menuId}-${view.id}`);
                              dispatch(viewSaveRequested({ id: view.id, shown: true }));
                            }}
                          >
                            Update
                          </ToolButton>
                        )}
                        <ToolButton
                          aria-label={`Change ${view.name}`}
                          onClick={() => {
                            close();
                            edit(view);
                          }}
                        >
                          Change…
                        </ToolButton>
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )}
            <ToolButton
              id={`${menuId}-new`}
              icon="plus"
              onClick={() => {
                close();
                edit('new');
              }}
            >
              Save what is shown…
            </ToolButton>
          </div>
        )}
      </Popover>
      {edited !== null && <ViewDialog view={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  );
}

const factsOf = ({ partTitle, shared, own, owner, default: isDefault }: ShownView): string =>
  [partTitle, isDefault && 'Default', shared && (own ? 'Shared' : `Shared by ${owner}`)].filter(Boolean).join(' · ');
