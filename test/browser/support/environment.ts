/** A failed browser test reports the screens, the browser's errors and the server's log. */
import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';

export interface Describes {
  describeWorld?: () => Promise<string>;
}

export default class BrowserTestEnvironment extends TestEnvironment {
  async handleTestEvent(event: Circus.AsyncEvent): Promise<void> {
    if (event.name !== 'test_fn_failure') return;
    const { describeWorld } = this.global as Describes;
    const error = event.error as Error | undefined;
    if (describeWorld === undefined || typeof error?.stack !== 'string') return;
    error.stack = `${error.stack}\n\n${await describeWorld()}`;
  }
}
