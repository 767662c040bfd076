/**
 * How long a test or a hook may take: only what hangs takes longer, also on a busy machine. What shall be fast is measured
 * by `npm run bench`.
 */
const HANGS_AFTER_MS = process.env['TEST_LONG'] === undefined ? 300_000 : 4 * 3_600_000;

jest.setTimeout(HANGS_AFTER_MS);
