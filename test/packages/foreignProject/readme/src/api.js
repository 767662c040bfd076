/** What the examples of the README call. */
export const order = () => Promise.resolve({ id: 7 });
export const log = () => {};
