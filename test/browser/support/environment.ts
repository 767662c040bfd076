/** A test that fails in a browser says what was on the screens, what the browser lacked and what the server wrote. */
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
