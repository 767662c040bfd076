/** The same notification to all users: the product's feed beside bare sockets, the physical limit, and socket.io. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CONNECTIONS, ROUNDS } from '../lib/fanoutScale';
import { median, pairwise } from '../lib/pairs';
import { reached, skipped, type Row } from '../lib/row';
import type { Section } from '../lib/section';

const PEERS = [
  { variant: 'net', name: 'bare Node sockets', goal: 0.85 },
  // Compared with these only the product's own work counts: the recipients, their positions, their frame.
  { variant: 'net gathering', name: 'bare Node sockets that gather as ours do', goal: null },
  { variant: 'socket.io', name: 'socket.io', goal: 1.7 },
] as const;

export const fanout: Section = async ({ rounds, note }) => {
  note(`fanout: ${ROUNDS} notifications to ${CONNECTIONS} connections`);
  const variants = ['net', 'net gathering', 'ours'];
  const rows: Row[] = [];
  if (isInstalled('socket.io')) variants.push('socket.io');
  else
    rows.push(
      skipped('fanout.rate', 'deliveries a second', '>= 1.70 x', 'socket.io is not installed: npm ci in bench/'),
    );
  const results = Object.fromEntries(variants.map((name): [string, number[]] => [name, []]));
  // Memory layout and caches differ between processes, so every round starts new ones.
  for (let round = 0; round < rounds; round += 1) {
    const measured = await measureOnce(variants);
    for (const name of variants) results[name]?.push(...(measured[name] ?? []));
    variants.reverse();
  }
  const own = results['ours'] ?? [];
  for (const { variant, name, goal } of PEERS) {
    const other = results[variant];
    if (other === undefined) continue;
    const { ratio, spread } = pairwise(own, other);
    rows.push({
      id: 'fanout.rate',
      what: `deliveries to ${CONNECTIONS.toLocaleString('en-US')} connections, one at a time, a second of the server's processor`,
      ours: perSecond(median(own)),
      other: `${name}: ${perSecond(median(other))}`,
      ratio,
      spread,
      goal: goal === null ? '-' : `>= ${goal.toFixed(2)} x`,
      verdict: goal === null ? 'info' : reached(ratio >= goal),
      exact: false,
    });
  }
  return rows;
};

function isInstalled(name: string): boolean {
  try {
    createRequire(path.join(__dirname, '../package.json')).resolve(name);
    return true;
  } catch {
    return false;
  }
}

const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en-US')} /s`;

/** Deliveries per second of each variant, from processes that are started for it. */
async function measureOnce(variants: readonly string[]): Promise<Readonly<Record<string, readonly number[]>>> {
  const child = fork(path.join(__dirname, '../lib/fanoutRound.ts'), variants, { execArgv: ['--import', 'tsx'] });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('a round of the fan-out ended early')));
  const [measured] = (await Promise.race([once(child, 'message'), ended])) as [Record<string, readonly number[]>];
  ended.catch(() => undefined);
  return measured;
}
