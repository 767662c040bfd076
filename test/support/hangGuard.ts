/**
 * The time limit of tests and hooks, which only hanging ones exceed, also on a busy machine. Speed is measured by `npm
 * run bench`.
 */
const HANGS_AFTER_MS = process.env['TEST_LONG'] === undefined ? 300_000 : 4 * 3_600_000;

jest.setTimeout(HANGS_AFTER_MS);
