import { Component, type ReactNode } from 'react';
import { UNKNOWN_ERROR } from '../../../sagas/base/http/failureText';
import { selectPathname, selectResolution } from '../../../sagas/navigation/location/location.selectors';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Button } from '../../ui/Button';
import { Link } from '../../ui/Link';
import { PageNote } from '../../ui/PageNote';
import { Message } from '../../ui/Message';
import { PageLoading, SCREENS } from './screens';

/** The page at the address, or a loader while a redirect is under way. */
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

/** An error in one page leaves the frame around it working. */
class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <PageNote
        mark="alert"
        title="Something went wrong"
        actions={
          <>
            <Button variant="primary" onClick={() => this.setState({ failed: false })}>
              Retry
            </Button>
            <Link to="/">Go to your home page</Link>
          </>
        }
      >
        <Message tone="negative">{UNKNOWN_ERROR}</Message>
      </PageNote>
    );
  }
}
