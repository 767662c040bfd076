/** The number of connections, and of notifications to each of them per measurement. */
export const CONNECTIONS = 1_000;
export const ROUNDS = 100;
