import { Component, type ReactNode } from 'react';
import { UNKNOWN_ERROR } from '../../sagas/base/http/failureText';
import { Button } from '../ui/prerendered/Button';
import { Message } from '../ui/prerendered/Message';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Reloads the page. */
  readonly onReload: () => void;
}

/** Catches errors in rendering. The session is untouched, so reloading the page helps. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <FaultScreen onReload={this.props.onReload} /> : this.props.children;
  }
}

/** Shown if the app cannot continue: a screen failed to render, or a saga ended with an error. */
export function FaultScreen({ onReload }: { readonly onReload: () => void }) {
  return (
    <main className="gate-main">
      <h1>Something went wrong</h1>
      <p className="gate-lead">The page could not be shown. You are still signed in if you were before.</p>
      <Message tone="negative">{UNKNOWN_ERROR}</Message>
      <Button variant="primary" fluid onClick={onReload}>
        Reload the page
      </Button>
    </main>
  );
}
