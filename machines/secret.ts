/**
 * Stands for a password, a code or a token that only the ports can read.
 * Machines, sagas, the store, logs and tapes hold references, so there is nothing in them to leak;
 * equal secrets get equal references, so comparing them still works.
 */
export type SecretRef = string & { readonly __secret: unique symbol };
