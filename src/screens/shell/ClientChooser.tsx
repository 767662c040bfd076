import { useDispatch } from 'react-redux';
import { clientChoicesWanted, clientChosen } from '../../../sagas/shell/clients/clients.intents';
import { selectClientChooser } from '../../../sagas/shell/clients/clients.selectors';
import { useAppSelector } from '../../app/state';
import { LinkButton } from '../../ui/Button';
import { SearchSelect } from '../../ui/SearchSelect';

/** Narrows everything in the section down to one facility. */
export function ClientChooser() {
  const chooser = useAppSelector(selectClientChooser);
  const dispatch = useDispatch();
  if (chooser === null) return null;
  if (chooser.status === 'failed')
    return (
      <p className="client-chooser" role="status">
        The facilities could not be loaded.{' '}
        <LinkButton onClick={() => dispatch(clientChoicesWanted())}>Retry</LinkButton>
      </p>
    );
  return (
    <div className="client-chooser">
      <SearchSelect
        label="Facility"
        none="All facilities"
        options={chooser.choices}
        value={chooser.asked}
        unknown={chooser.isUnknown ? 'Unknown facility' : 'Loading …'}
        onChange={(clientId) => dispatch(clientChosen({ clientId }))}
      />
      {chooser.isUnknown && (
        <LinkButton onClick={() => dispatch(clientChosen({ clientId: null }))}>Show all facilities</LinkButton>
      )}
    </div>
  );
}
