import { useDispatch } from 'react-redux';
import { kpiSupplierChosen } from '../../../sagas/kpi/kpi.intents';
import { selectSupplier, selectSuppliers } from '../../../sagas/kpi/scores.selectors';
import { useAppSelector } from '../../app/state';
import { SearchSelect } from '../../ui/SearchSelect';

/** Whose scorecard is shown: always somebody's. */
export function SupplierChooser() {
  const dispatch = useDispatch();
  const suppliers = useAppSelector(selectSuppliers);
  const supplier = useAppSelector(selectSupplier);
  const [first] = suppliers;
  return (
    <SearchSelect
      label="Supplier"
      none={first === undefined ? 'Supplier' : `First of the list: ${first.label}`}
      options={suppliers}
      value={supplier}
      unknown="A supplier that is gone"
      onChange={(agencyId) => {
        const chosen = agencyId ?? first?.value;
        if (chosen !== undefined) dispatch(kpiSupplierChosen({ agencyId: chosen }));
      }}
    />
  );
}
