import { fromPromise } from 'xstate';

/**
 * Declares a service of a machine by its types alone. `runMachine` is given the saga of the same name; a machine run
 * any other way fails immediately.
 */
export function service<Input, Output>() {
  return fromPromise<Output, Input>(() => Promise.reject(new Error('This service is provided by a saga.')));
}
