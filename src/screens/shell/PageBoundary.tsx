import { Component, type ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Link } from '../../ui/Link';
import { Message } from '../../ui/Message';

/** A fault of ours in one page leaves the rest of the shell standing. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="page-note">
        <h1>Something went wrong</h1>
        <Message tone="negative">
          The application has encountered an unknown error. Please contact Administrator.
        </Message>
        <p className="page-actions">
          <Button look="primary" onClick={() => this.setState({ failed: false })}>
            Retry
          </Button>
          <Link to="/">Go to your home page</Link>
        </p>
      </div>
    );
  }
}
