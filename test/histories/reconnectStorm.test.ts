/**
 * A thousand clients lose the same server at the same moment: they reconnect spread over time, however long it was
 * down.
 */
import type { Action } from '@reduxjs/toolkit';
import { runSaga, stdChannel } from 'redux-saga';
import { backoffMs } from '../../sagas/base/backoff.saga';
import { loadEndpointCatalog } from '../../sagas/base/http/send.saga';
import { NoAnswer, type HttpPort } from '../../sagas/base/ports/network';
import { watchForServer } from '../../sagas/features/realtime/probeServer.saga';
import { linkLost, serverAnswered } from '../../sagas/features/realtime/realtime.slice';
import { createVirtualClock } from '../support/virtualClock';

beforeAll(loadEndpointCatalog);

const CLIENTS = 1_000;
/** If the first attempts succeed, all must be back within 5 s; later attempts may take longer. */
const mostASecond = (downMs: number): number => (downMs < 4_000 ? FIRST : LATER) * CLIENTS;
const FIRST = 0.4;
const LATER = 0.15;

/** The same numbers in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The largest number of these times within any one second. */
function busiestSecond(moments: readonly number[]): number {
  const sorted = [...moments].sort((a, b) => a - b);
  let [most, from] = [0, 0];
  sorted.forEach((moment, index) => {
    while (moment - (sorted[from] ?? 0) >= 1_000) from += 1;
    most = Math.max(most, index - from + 1);
  });
  return most;
}

async function storm(downMs: number, seed: number) {
  const clock = createVirtualClock();
  const random = randomOf(seed);
  const begin = clock.now();
  const [tried, back]: [number[], number[]] = [[], []];
  const wait = (attempts: number): void =>
    void clock.at(backoffMs(attempts, random()), () => {
      const after = clock.now() - begin;
      tried.push(after);
      if (after >= downMs) back.push(after);
      else wait(attempts + 1);
    });
  for (let client = 0; client < CLIENTS; client += 1) wait(1);
  await clock.advance(downMs + 120_000);
  return { tried, back };
}

test.each([0, 500, 1_000, 3_000, 6_000, 9_000, 12_000, 15_000, 24_000, 60_000])(
  'after an outage of %i ms they reconnect spread over time',
  async (downMs) => {
    for (const seed of [1, 2, 3]) {
      const { tried, back } = await storm(downMs, seed);
      expect(back.length).toBe(CLIENTS);
      expect(busiestSecond(back)).toBeLessThanOrEqual(mostASecond(downMs));
      expect(busiestSecond(tried.filter((at) => at > 4_000))).toBeLessThanOrEqual(LATER * CLIENTS);
      expect(busiestSecond(tried)).toBeLessThanOrEqual(FIRST * CLIENTS);
      expect(Math.max(...back)).toBeLessThanOrEqual(downMs + 60_500);
    }
  },
);

test('the first attempt is within 4 s, and the waits grow up to one minute', () => {
  expect([1, 2, 3, 4, 50].map((attempts) => backoffMs(attempts, 1))).toEqual([4_000, 12_500, 24_500, 48_500, 60_500]);
  expect(backoffMs(1, 0)).toBe(500);
});

/** The server's answer to each of the pages. */
const spreadOf = (pages: number): number => Math.min(Math.max(pages * 8, 1_000), 12_000);

/** Visible pages lose the same server and probe until it answers. Returns when each of them is back. */
async function knockers(pages: number, downMs: number, seed: number) {
  const clock = createVirtualClock();
  const next = randomOf(seed);
  const begin = clock.now();
  const [knocks, back]: [number[], number[]] = [[], []];
  const http: Pick<HttpPort, 'send'> = {
    send: async () => {
      const after = clock.now() - begin;
      knocks.push(after);
      if (after < downMs) throw new NoAnswer('unreachable');
      return { status: 200, body: {}, retryAfterSeconds: null };
    },
  };
  const running = Array.from({ length: pages }, () => {
    const channel = stdChannel();
    const task = runSaga(
      {
        channel,
        getState: () => ({ machines: {} }),
        dispatch: (action: Action) => {
          if (serverAnswered.match(action)) back.push(clock.now() - begin);
          channel.put(action);
        },
        context: { clock, http, page: { isVisible: () => true }, random: { next }, peers: { post: () => undefined } },
      },
      watchForServer,
      () => spreadOf(pages),
    );
    channel.put(linkLost({ at: begin }));
    return task;
  });
  await clock.advance(downMs + 30_000);
  for (const task of running) task.cancel();
  return { knocks, back };
}

test('of a thousand visible pages at most 15 % reconnect in any second', async () => {
  const { knocks, back } = await knockers(CLIENTS, 8_000, 4);
  expect(back.length).toBe(CLIENTS);
  expect(busiestSecond(back)).toBeLessThanOrEqual(LATER * CLIENTS);
  expect(busiestSecond(knocks.filter((at) => at > 1_000))).toBeLessThanOrEqual(0.5 * CLIENTS);
});

test('a few pages are back within 3 s', async () => {
  for (const seed of [1, 2, 3]) {
    const { back } = await knockers(20, 9_000, seed);
    expect([back.length, Math.max(...back) <= 9_000 + 2_500]).toEqual([20, true]);
  }
});
