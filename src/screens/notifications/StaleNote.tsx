import { selectStaleness } from '../../../sagas/features/realtime/realtime.slice';
import { ageText, staleText } from '../../../sagas/features/notifications/panel/bellText';
import { useAppSelector } from '../../hooks/useAppSelector';
import { useNow } from '../../hooks/useNow';

/** Why what is shown may be out of date, with its age; nothing while it is up to date. */
export function StaleNote() {
  const staleness = useAppSelector(selectStaleness);
  return (
    staleness && (
      <>
        {staleText(staleness)}
        {staleness.since !== null && <Age since={staleness.since} />}
      </>
    )
  );
}

/** Not read out: a screen reader would repeat it every second. */
function Age({ since }: { readonly since: number }) {
  return <span aria-hidden="true">{` (${ageText(since, useNow(1_000, true))})`}</span>;
}
