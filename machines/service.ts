import { fromPromise } from 'xstate';

/**
 * Declares a service of a machine by its types alone. The work is done by the saga of the same name that
 * `runMachine` is given; a machine that is run any other way fails at once.
 */
export function service<Input, Output>() {
  return fromPromise<Output, Input>(() => Promise.reject(new Error('This service is provided by a saga.')));
}
