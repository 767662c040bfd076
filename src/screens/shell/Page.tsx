import { selectPathname, selectResolution } from '../../../sagas/shell/shell.selectors';
import { useAppSelector } from '../../app/state';
import { PageBoundary } from './PageBoundary';
import { PageLoading } from './PageLoading';
import { SCREENS } from './screens';

/** What is at the address. Where the person is being led elsewhere, the place stays as it is for that moment. */
export function Page() {
  const resolution = useAppSelector(selectResolution);
  const pathname = useAppSelector(selectPathname);
  const screen =
    resolution.kind === 'screen'
      ? resolution.route.screen
      : resolution.kind === 'common'
        ? resolution.page
        : resolution.kind === 'missing'
          ? 'missing'
          : null;
  if (screen === null) return <PageLoading />;
  const Screen = SCREENS[screen];
  return (
    <PageBoundary key={pathname}>
      <Screen />
    </PageBoundary>
  );
}
