/** So many connections, and to each of them so many notifications a measurement. */
export const CONNECTIONS = 1_000;
export const ROUNDS = 100;
