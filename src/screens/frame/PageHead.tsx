import { useDispatch } from 'react-redux';
import { selectClientChooser } from '../../../sagas/navigation/location/clients.selectors';
import { clientChoicesRequested, clientChosen } from '../../../sagas/navigation/location/clients.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Breadcrumb } from '../../ui/Breadcrumb';
import { LinkButton } from '../../ui/Button';
import { PageTools } from '../../ui/PageBar';
import { SearchSelect } from '../../ui/SearchSelect';
import { selectBreadcrumb } from '../../../sagas/navigation/menus/menus.selectors';

/** The breadcrumb, the client filter, and the page's own tools. */
export function PageHead() {
  const crumbs = useAppSelector(selectBreadcrumb);
  return (
    <div className="page-head">
      {crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />}
      <ClientChooser />
      <PageTools />
    </div>
  );
}

/** Filters the whole section by one client. */
function ClientChooser() {
  const chooser = useAppSelector(selectClientChooser);
  const dispatch = useDispatch();
  if (chooser === null) return null;
  if (chooser.status === 'failed')
    return (
      <p className="client-chooser" role="status">
        The facilities could not be loaded.{' '}
        <LinkButton onClick={() => dispatch(clientChoicesRequested())}>Retry</LinkButton>
      </p>
    );
  return (
    <div className="client-chooser">
      <SearchSelect
        label="Facility"
        none="All facilities"
        options={chooser.choices}
        value={chooser.requested}
        unknown={chooser.isUnknown ? 'Unknown facility' : 'Loading…'}
        onChange={(clientId) => dispatch(clientChosen({ clientId }))}
      />
      {chooser.isUnknown && (
        <LinkButton onClick={() => dispatch(clientChosen({ clientId: null }))}>Show all facilities</LinkButton>
      )}
    </div>
  );
}
