import type { Insertable } from 'kysely';
import type { Schema } from '../../database';
import { instant, isoDay, type Day } from './calendar';
import { CITIES, COMPACT_STATES, firstName, fullName, lastName } from './names';
import type { Specialty, Supplier } from './organizations';
import type { Random } from './random';

const RECRUITERS_PER_SUPPLIER = 4;
const FIRST_NUMBER = 20_001;
const NUMBERS_PER_BATCH = 100_000;

export interface Candidate extends Insertable<Schema['candidates']> {
  readonly supplier: Supplier;
  readonly specialty: Specialty;
}

/** A recruiter who can sign in and looks after the first share of their supplier's candidates. */
export interface RecruiterAccount {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
}

/** Candidates per supplier follow its market share, per specialty the demand. */
export function buildCandidates(
  random: Random,
  suppliers: readonly Supplier[],
  specialties: readonly Specialty[],
  count: number,
  batch: number,
  today: Day,
  account?: RecruiterAccount,
): Candidate[] {
  const recruiters = new Map(
    suppliers.map(({ id }) => [id, Array.from({ length: RECRUITERS_PER_SUPPLIER }, () => fullName(random))]),
  );
  if (account) recruiters.get(account.organization_id)?.splice(0, 1, account.name);
  return Array.from({ length: count }, (_, index) => {
    const supplier = random.weighted(suppliers, ({ share }) => share);
    const specialty = random.weighted(specialties, ({ weight }) => weight);
    const first_name = firstName(random);
    const last_name = lastName(random);
    const number = FIRST_NUMBER + batch * NUMBERS_PER_BATCH + index;
    const home = random.pick(CITIES);
    const licensed = random.chance(0.7) ? home : random.pick(CITIES);
    const candidate = {
      id: random.uuid(),
      number,
      tenant_id: supplier.tenant_id,
      agency_id: supplier.id,
      first_name,
      last_name,
      email: `${first_name}.${last_name}.${number}@mail.example`.toLowerCase(),
      phone: `555-${String(random.int(0, 9_999)).padStart(4, '0')}`,
      city: home.city,
      state: home.state,
      license_state: licensed.state,
      compact_license: COMPACT_STATES.has(licensed.state),
      profession_id: specialty.profession_id,
      specialty_id: specialty.id,
      years_of_experience: Math.round(random.spread(1, 6, 30)),
      available_from: isoDay(today + random.int(0, 45)),
      recruiter_name: random.pick(recruiters.get(supplier.id) ?? []),
      created_at: instant(today - random.between(370, 1_200)),
      supplier,
      specialty,
    };
    const isTheirs = candidate.agency_id === account?.organization_id && candidate.recruiter_name === account.name;
    return { ...candidate, recruiter_id: isTheirs ? account.id : null };
  });
}
