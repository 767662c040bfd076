import { useDispatch } from 'react-redux';
import { CHOICE_LABELS, type ChoiceField } from '../../../../contract/dashboards/filter';
import { isSingle } from '../../../../sagas/features/dashboards/filters/filterForm';
import {
  departmentsOf,
  selectDraft,
  selectFilters,
  selectPlace,
} from '../../../../sagas/features/dashboards/filters/filters.selectors';
import { departmentsRequested } from '../../../../sagas/features/dashboards/filters/filters.slice';
import { useAppSelector } from '../../../hooks/useAppSelector';
import { Button } from '../../../ui/Button';
import { CheckList, type CheckChoice } from '../../../ui/CheckList';
import { Message } from '../../../ui/Message';

interface FieldChoicesProps {
  readonly field: ChoiceField;
  readonly name: string;
  readonly choices: readonly CheckChoice[];
  readonly chosen: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** The choices of a field. Departments are those of the chosen facilities, and loaded for these. */
export function FieldChoices({ field, ...props }: FieldChoicesProps) {
  const dispatch = useDispatch();
  const place = useAppSelector(selectPlace);
  const draft = useAppSelector(selectDraft);
  const departments = departmentsOf(useAppSelector(selectFilters), draft);
  if (field === 'departmentIds' && departments === undefined)
    return (
      <p className="check-note" role="status">
        Loading the departments
      </p>
    );
  if (field === 'departmentIds' && departments === null)
    return (
      <div className="filter-away">
        <Message tone="negative">The departments could not be loaded. Check your connection and try again.</Message>
        <Button onClick={() => dispatch(departmentsRequested())}>Retry</Button>
      </div>
    );
  return <CheckList legend={CHOICE_LABELS[field]} single={place !== null && isSingle(field, place)} {...props} />;
}
