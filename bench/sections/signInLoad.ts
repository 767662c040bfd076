/** The sign-in screen on a slow phone: what is sent, when something is seen, when the form works. */
import type { Browser } from 'playwright-core';
import { buildPeers, buildStaticScreen } from '../lib/buildPeers';
import { launch, measureLoad, measurePaint, type Load } from '../lib/chromium';
import { findFormFault } from '../lib/formFault';
import { startDemo } from '../lib/ourServer';
import { interleave, median, pairwise } from '../lib/pairs';
import { reached, skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';
import { serveFolder } from '../lib/staticServer';

const SCRIPT_LIMIT = 110_000;
const STYLE_LIMIT = 4_000;
const PAINTS_A_ROUND = 3;
const NAMES = {
  screen: 'the same screen, static',
  static: 'bare static form',
  mui: 'MUI form',
  amplify: 'Amplify Authenticator',
} as const;
type Peer = keyof typeof NAMES;

export const signInLoad: Section = async ({ rounds, chromium, note }) => {
  if (chromium === undefined) {
    return [skipped('sign-in', 'the sign-in screen on a slow phone', '-', 'no Chromium here: set CHROMIUM_PATH', true)];
  }
  note('sign-in load: building the peers');
  const built = await buildPeers();
  const server = await startDemo();
  const folders = { screen: buildStaticScreen(await (await fetch(`${server.base}/signin`)).text()), ...built };
  const peers = await Promise.all(
    Object.entries(folders).map(async ([name, folder]) => ({ name, ...(await serveFolder(folder)) })),
  );
  const browser = await launch(chromium);
  try {
    const addresses: Record<string, string> = { ours: `${server.base}/signin` };
    for (const { name, base } of peers) addresses[name] = `${base}/`;
    const wrong = await brokenForms(browser, addresses);
    if (wrong.length > 0) return wrong;
    note(`sign-in load: ${rounds} rounds of ${Object.keys(addresses).length} pages`);
    const loads = await interleave(
      Object.fromEntries(
        Object.entries(addresses).map(([name, address]) => [name, () => measureLoad(browser, address)]),
      ),
      rounds,
    );
    // Testing the form delays the paint, and not by the same time on every page, so paints are measured separately. A
    // first paint varies by a fifth, more than the difference to be measured, so there are more rounds.
    const paints = await interleave(
      Object.fromEntries(
        (['ours', 'screen'] as const).map((name) => [name, () => measurePaint(browser, addresses[name] ?? '')]),
      ),
      PAINTS_A_ROUND * rounds,
    );
    return rows(loads, paints);
  } finally {
    await browser.close();
    await Promise.all(peers.map(({ close }) => close()));
    await server.stop();
  }
};

/** The speed of a page is meaningless if its form does not accept input. */
async function brokenForms(browser: Browser, addresses: Readonly<Record<string, string>>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [name, address] of Object.entries(addresses)) {
    const reason = await findFormFault(browser, address);
    if (reason !== undefined) {
      rows.push({
        ...skipped(`sign-in.${name}`, 'the form takes text, keeps it and submits it', '-', reason, true),
        verdict: 'WRONG',
      });
    }
  }
  return rows;
}

type By<T> = Readonly<Record<string, readonly T[]>>;

function rows(loads: By<Load>, paints: By<number>): readonly Row[] {
  const of =
    (figure: keyof Load) =>
    (name: string): readonly number[] =>
      (loads[name] ?? []).map((load) => load[figure]);
  const worst = (name: string, figure: keyof Load): number => Math.max(...of(figure)(name));
  const triedOut = 'first contentful paint, while the form is tried out';

  const bytes = (id: string, what: string, figure: 'scriptGzipBytes' | 'styleGzipBytes', limit: number): Row => ({
    id,
    what,
    ours: kB(worst('ours', figure)),
    other: `limit ${kB(limit)}; ${peerNames()
      .map((name) => `${NAMES[name]} ${kB(worst(name, figure))}`)
      .join(', ')}`,
    ratio: worst('ours', figure) / limit,
    goal: `<= ${kB(limit)}`,
    verdict: reached(worst('ours', figure) <= limit),
    exact: true,
  });

  const time = (
    id: string,
    what: string,
    peer: Peer,
    limit: number | undefined,
    measured: (name: string) => readonly number[],
  ): Row => {
    const { ratio, spread } = pairwise(measured('ours'), measured(peer));
    return {
      id,
      what,
      ours: `${median(measured('ours')).toFixed(0)} ms`,
      other: `${NAMES[peer]} ${median(measured(peer)).toFixed(0)} ms`,
      ratio,
      spread,
      goal: limit === undefined ? 'none' : `<= ${limit.toFixed(2)} x`,
      verdict: limit === undefined ? 'info' : reached(ratio <= limit),
      exact: false,
    };
  };

  return [
    bytes('sign-in.js', 'JavaScript until the form is usable, gzip', 'scriptGzipBytes', SCRIPT_LIMIT),
    bytes('sign-in.css', 'CSS that the first paint waits for, gzip', 'styleGzipBytes', STYLE_LIMIT),
    {
      id: 'sign-in.shift',
      what: 'cumulative layout shift, worst load',
      ours: worst('ours', 'layoutShift').toFixed(3),
      other: peerNames()
        .map((name) => `${NAMES[name]} ${worst(name, 'layoutShift').toFixed(3)}`)
        .join(', '),
      goal: '0',
      verdict: reached(worst('ours', 'layoutShift') === 0),
      exact: true,
    },
    time('sign-in.paint', 'first contentful paint', 'screen', 1.1, (name) => paints[name] ?? []),
    time('sign-in.paint', triedOut, 'static', undefined, of('firstPaintMs')),
    time('sign-in.paint', triedOut, 'mui', 1, of('firstPaintMs')),
    time('sign-in.paint', triedOut, 'amplify', 1, of('firstPaintMs')),
    time('sign-in.accepted', 'text is kept and a submit caught', 'screen', undefined, of('acceptedMs')),
    time('sign-in.usable', 'text is kept and a submit reaches the app', 'screen', undefined, of('usableMs')),
    time('sign-in.usable', 'text is kept and a submit reaches the app', 'mui', 1, of('usableMs')),
    time('sign-in.usable', 'text is kept and a submit reaches the app', 'amplify', 1, of('usableMs')),
  ];
}

const peerNames = (): readonly Peer[] => Object.keys(NAMES) as Peer[];
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
