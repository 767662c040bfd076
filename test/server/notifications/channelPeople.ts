/** Users with random preferences, rules, follows and channel faults, and what should reach them. */
import fc from 'fast-check';
import type { PushAnswer } from '../support/pushService';

/** Kinds of notifications: about records, and addressed to users. */
const CONCERNING = ['TIMESHEET_DISPUTED', 'DOCUMENT_UPLOADED', 'EARLY_TERMINATION'] as const;
const ADDRESSED = ['BROADCAST', 'RELEASE_NOTES', 'ROLE_PERMISSION_UPDATE'] as const;
export type Concerning = (typeof CONCERNING)[number];
export const KINDS = [...CONCERNING, ...ADDRESSED] as const;
type Kind = (typeof KINDS)[number];
/** `REMINDED` is a broadcast followed by a reminder to accept it, which is always mailed to all. */
export type Happening = Kind | 'REMINDED';
/**
 * From the requirements: early terminations are always listed and mailed, addressed messages are always listed; uploads
 * are never pushed by preference.
 */
const REQUIRED: readonly Kind[] = ['EARLY_TERMINATION', ...ADDRESSED];
const MAIL_REQUIRED: readonly Kind[] = ['EARLY_TERMINATION'];
const NOT_MOBILE: readonly Kind[] = ['DOCUMENT_UPLOADED'];

interface Rule {
  readonly kind: Kind | null;
  readonly here: boolean | null;
  readonly toast: 'STICKY' | 'QUIET' | null;
  readonly push: boolean | null;
  readonly mail: 'NONE' | 'AT_ONCE' | 'HOURLY' | 'MORNING' | null;
}
type Stance = 'FOLLOW' | 'MUTE' | null;
type Fault = PushAnswer | 'killed';

export interface Person {
  readonly preferences: Readonly<Record<Kind, readonly [on: boolean, push: boolean, mail: boolean] | null>>;
  readonly stances: Readonly<Record<'record' | 'facility' | 'kind' | 'broadcasts', Stance>>;
  readonly rules: readonly Rule[];
  readonly mode: 'AT_ONCE' | 'HOURLY' | 'MORNING' | null;
  readonly isQuietNow: boolean;
  /** The consecutive answers of each device's service. */
  readonly devices: readonly (readonly Fault[])[];
  readonly refuses: Kind | null;
  readonly events: readonly Happening[];
}

const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
const stance = oneOf<Stance>('FOLLOW', 'MUTE', null, null);
const fault = oneOf<Fault>(
  { status: 201 },
  { status: 429, retryAfter: '120' },
  { status: 500 },
  { status: 503 },
  { status: 410 },
  { status: 404 },
  'hang',
  'killed',
);
const preference = fc.option(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()));
/** Role updates are not available on the phone. */
const preferenceOf = (kind: Kind) =>
  kind === 'ROLE_PERMISSION_UPDATE' ? fc.option(fc.tuple(fc.boolean(), fc.constant(false), fc.boolean())) : preference;
export const person: fc.Arbitrary<Person> = fc.record({
  preferences: fc.record({
    TIMESHEET_DISPUTED: preferenceOf('TIMESHEET_DISPUTED'),
    DOCUMENT_UPLOADED: preferenceOf('DOCUMENT_UPLOADED'),
    EARLY_TERMINATION: preferenceOf('EARLY_TERMINATION'),
    BROADCAST: preferenceOf('BROADCAST'),
    RELEASE_NOTES: preferenceOf('RELEASE_NOTES'),
    ROLE_PERMISSION_UPDATE: preferenceOf('ROLE_PERMISSION_UPDATE'),
  }),
  stances: fc.record({ record: stance, facility: stance, kind: stance, broadcasts: stance }),
  rules: fc.array(
    fc.record({
      kind: oneOf<Kind | null>(...KINDS, null),
      here: oneOf(true, false, null),
      toast: oneOf<Rule['toast']>('STICKY', 'QUIET', null),
      push: oneOf(true, false, null),
      mail: oneOf<Rule['mail']>('NONE', 'AT_ONCE', 'HOURLY', 'MORNING', null),
    }),
    { maxLength: 2 },
  ),
  mode: oneOf<Person['mode']>('AT_ONCE', 'HOURLY', 'MORNING', null),
  isQuietNow: fc.boolean(),
  devices: fc.array(fc.array(fault, { maxLength: 4 }), { maxLength: 2 }),
  refuses: oneOf<Kind | null>(...KINDS, null, null, null),
  events: fc.array(oneOf<Happening>(...KINDS, 'REMINDED'), { minLength: 1, maxLength: 3 }),
});

interface Wanted {
  readonly kind: Kind;
  readonly isListed: boolean;
  readonly isPushed: boolean;
  readonly mailed: string | null;
  readonly isGathered: boolean;
}

/** The expected deliveries, derived from the decision record, not from the database. */
export function expected(who: Person, event: Happening): readonly Wanted[] {
  if (event !== 'REMINDED') return [expectedOf(who, event)];
  const broadcast = expectedOf(who, 'BROADCAST');
  return [broadcast, { ...broadcast, mailed: null, isGathered: false }];
}

function expectedOf(who: Person, kind: Kind): Wanted {
  const required = REQUIRED.includes(kind);
  const isMailRequired = MAIL_REQUIRED.includes(kind);
  const isOfPlace = CONCERNING.some((each) => each === kind);
  const [on, push, mail] = who.preferences[kind] ?? [true, false, false];
  // Choices about a record apply only to the first kind; see `subject`.
  const choices = [
    kind === KINDS[0] ? who.stances.record : null,
    isOfPlace ? who.stances.facility : null,
    kind === KINDS[0] ? who.stances.kind : null,
    kind === 'BROADCAST' ? who.stances.broadcasts : null,
  ];
  const chosen = choices.find((each) => each !== null) ?? null;
  const rule = who.rules.find(
    (each) => (each.kind === null || each.kind === kind) && (each.here === null || (each.here && isOfPlace)),
  );
  const isMuted = chosen === 'MUTE';
  const isListed = required || (!isMuted && (chosen === 'FOLLOW' || rule !== undefined || on));
  const isRefused = who.refuses === kind && !isMailRequired;
  const mode = who.mode ?? 'AT_ONCE';
  let mailed: string | null = isListed && !isMuted && !isRefused && mail ? mode : null;
  if (isListed && !isMuted && !isRefused && rule?.mail != null) mailed = rule.mail === 'NONE' ? null : rule.mail;
  if (isMailRequired) {
    const ruleMail = isMuted || isRefusedRequired(who, kind) ? null : (rule?.mail ?? null);
    mailed = ruleMail === null || ruleMail === 'NONE' ? mode : ruleMail;
  }
  return {
    kind,
    isListed,
    isPushed: isListed && !isMuted && (rule?.push ?? (push && !NOT_MOBILE.includes(kind))),
    mailed,
    isGathered: mailed !== null && (mailed !== 'AT_ONCE' || who.isQuietNow),
  };
}
/** Opting out of required mail does not stop it, and then no rule decides when it is sent. */
const isRefusedRequired = ({ refuses }: Person, kind: Kind): boolean => refuses === kind;
