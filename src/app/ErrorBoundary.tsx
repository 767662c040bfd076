import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button';
import { Message } from '../ui/Message';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Loads the page afresh. */
  readonly onReload: () => void;
}

/** A fault of ours in drawing the page. The session is untouched, so the way back is a fresh page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <FaultScreen onReload={this.props.onReload} /> : this.props.children;
  }
}

/** Shown where the app cannot go on: a screen that could not be drawn, or a saga that ended with an error. */
export function FaultScreen({ onReload }: { readonly onReload: () => void }) {
  return (
    <main className="gate-main">
      <h1>Something went wrong</h1>
      <p className="gate-lead">The page could not be shown. You are still signed in if you were before.</p>
      <Message tone="negative">The application has encountered an unknown error. Please contact Administrator.</Message>
      <Button look="primary" fluid onClick={onReload}>
        Reload the page
      </Button>
    </main>
  );
}
