import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import {
  appearanceClosed,
  appearanceChosen,
  appearanceOpened,
  selectAppearance,
} from '../../../sagas/features/appearance/appearance.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { CheckField } from '../../ui/CheckField';
import { Dialog } from '../../ui/Dialog';

const DENSITIES = [
  ['comfortable', 'Comfortable', 'More space between rows.'],
  ['compact', 'Compact', 'More rows in the same window.'],
] as const;

/** The appearance and the shortcuts that a person can choose; each choice applies immediately. */
export function AppearanceDialog() {
  const dispatch = useDispatch();
  const appearance = useAppSelector(selectAppearance);
  useEffect(() => {
    // A choice in another tab applies here, too.
    const readAgain = () => dispatch(appearanceOpened());
    window.addEventListener('storage', readAgain);
    return () => window.removeEventListener('storage', readAgain);
  }, [dispatch]);
  if (appearance === null) return null;
  const close = () => dispatch(appearanceClosed());
  return (
    <Dialog title="Appearance" onClose={close}>
      <fieldset className="field-set">
        <legend>Tables</legend>
        {DENSITIES.map(([density, label, hint]) => (
          <CheckField
            key={density}
            id={`appearance-${density}`}
            name="density"
            type="radio"
            label={label}
            hint={hint}
            checked={appearance.density === density}
            onChange={() => dispatch(appearanceChosen({ density }))}
          />
        ))}
      </fieldset>
      <fieldset className="field-set">
        <legend>Charts</legend>
        <CheckField
          id="appearance-patterns"
          name="patterns"
          label="Patterns in addition to colors"
          hint="Printed pages and high-contrast displays always have them."
          checked={appearance.patterns}
          onChange={(patterns) => dispatch(appearanceChosen({ patterns }))}
        />
      </fieldset>
      <fieldset className="field-set">
        <legend>Keyboard</legend>
        <CheckField
          id="appearance-single-keys"
          name="singleKeys"
          label="Single-key shortcuts"
          hint="Letters, digits and symbols work as shortcuts in Document Review, on the live board and in documents. Turn them off if voice input presses them by accident."
          checked={appearance.singleKeys}
          onChange={(singleKeys) => dispatch(appearanceChosen({ singleKeys }))}
        />
      </fieldset>
      <p className="quiet">Saved in this browser.</p>
      <div className="dialog-actions">
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
