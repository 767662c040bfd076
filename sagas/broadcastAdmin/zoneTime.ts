/** Wall time in a zone, as a form has it ('2026-11-21T10:30'), and the instant that it is. Pure. */
const DAY_MS = 86_400_000;

/** Where people of a programme work; one's own zone comes first. */
const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'UTC',
];

export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export const zonesWith = (own: string): readonly string[] => [own, ...ZONES.filter((zone) => zone !== own)];

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  formats.set(zone, made);
  return made;
}

/** The wall time of an instant, as if it were UTC. */
function wallTimeAt(ms: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Null where there is no such time: none is written there, or the clocks jump over it. Of two the earlier. */
export function instantOf(wall: string, zone: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall)) return null;
  const asUtc = Date.parse(`${wall}:00Z`);
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== wall) return null;
  const found = [asUtc - DAY_MS, asUtc + DAY_MS]
    .map((near) => asUtc - (wallTimeAt(near, zone) - near))
    .filter((ms) => wallTimeAt(ms, zone) === asUtc);
  return found.length === 0 ? null : Math.min(...found);
}

/** 'America/New_York' reads 'New York'; the hours off UTC say the rest. */
export function zoneName(zone: string, at: number): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
  return place === offset || place === 'UTC' ? 'UTC' : `${place} (${offset})`;
}

/** 'Nov 21, 2026, 10:30 AM EST' */
export const momentText = (ms: number, zone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZoneName: 'short',
  }).format(ms);
