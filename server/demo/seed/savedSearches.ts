/** Saved searches of demo users, some of them public. */
import type { Insertable } from 'kysely';
import type { ChoiceField, DashboardFilter, TimeFrame } from '../../../contract/dashboards/filter';
import type { Schema } from '../../database';
import { instant, type Day } from './calendar';
import type { Catalog } from './organizations';
import type { People } from './people';
import type { Random } from './random';

interface Kept {
  readonly userName: string;
  readonly searchName: string;
  readonly isPublic: boolean;
  readonly timeFrame: TimeFrame;
  /** Names from the catalog. */
  readonly chosen: Partial<Record<Extract<ChoiceField, 'professionIds' | 'specialtyIds'>, readonly string[]>>;
}

const KEPT: readonly Kept[] = [
  {
    userName: 'vms.manager',
    searchName: 'ICU, last 90 days',
    isPublic: false,
    timeFrame: 'QUARTERLY_LAST_NINETY_DAYS',
    chosen: { professionIds: ['Registered Nurse'], specialtyIds: ['ICU'] },
  },
  {
    userName: 'msp.manager',
    searchName: 'Therapists this year',
    isPublic: true,
    timeFrame: 'YEAR_TO_DATE',
    chosen: { professionIds: ['Therapist'] },
  },
  {
    userName: 'client.manager',
    searchName: 'Nurses, last 12 months',
    isPublic: true,
    timeFrame: 'YEARLY_LAST_TWELVE_MONTHS',
    chosen: { professionIds: ['Registered Nurse'] },
  },
];

/** The rows of `saved_searches`; a user who is not seeded gets none. */
export function buildSavedSearches(
  random: Random,
  { users }: Pick<People, 'users'>,
  { professions, specialties }: Catalog,
  today: Day,
): Insertable<Schema['saved_searches']>[] {
  const known = { professionIds: professions, specialtyIds: specialties };
  return KEPT.flatMap(({ userName, searchName, isPublic, timeFrame, chosen }) => {
    const user = users.find(({ user_name }) => user_name === userName);
    if (user?.id === undefined) return [];
    const chips = (Object.keys(chosen) as (keyof typeof known)[]).flatMap((field) =>
      (chosen[field] ?? []).flatMap((label) => {
        const value = known[field].find(({ name }) => name === label)?.id;
        return value === undefined ? [] : [{ field, value, label }];
      }),
    );
    const form: DashboardFilter = {
      timeFrame,
      ...Object.fromEntries(
        chips.map(({ field }) => [field, chips.filter((chip) => chip.field === field).map(({ value }) => value)]),
      ),
    };
    return [
      {
        id: random.uuid(),
        organization_id: user.organization_id,
        user_id: user.id,
        dashboard: 'HOME' as const,
        search_name: searchName,
        is_public: isPublic,
        is_default: false,
        filter: JSON.stringify({ form, chips }),
        created_at: instant(today - 20),
        updated_at: instant(today - 20),
      },
    ];
  });
}
