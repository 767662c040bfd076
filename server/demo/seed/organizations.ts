/** The program MERIDIAN manages: facilities with departments, suppliers, and the catalog. */
import type { Insertable } from 'kysely';
import type { Schema } from '../../database';
import { CORE_DEPARTMENTS, OFFERINGS, PROFESSIONS } from './catalog';
import { isoDay, type Day } from './calendar';
import { agencyName, CITIES, facilityName, fullName, HEALTH_SYSTEMS, type City } from './names';
import type { Random } from './random';

const FACILITIES = 12;
const SUPPLIERS = 40;
const TOP_SUPPLIERS = 8;
const TOP_SHARE = 0.6;

type Row<T extends keyof Schema> = Insertable<Schema[T]>;

export interface Specialty extends Row<'specialties'> {
  readonly profession: string;
  readonly department: string;
  /** How often it is drawn, relative to the others. */
  readonly weight: number;
}

/** How a supplier performs; all its rows are drawn around these values. */
export interface Supplier extends Row<'suppliers'> {
  /** Of the candidates; the shares of all suppliers sum to 1. */
  readonly share: number;
  /** This and the next four are probabilities, 0 to 1. */
  readonly onTime: number;
  readonly earlyTerm: number;
  readonly cancelled: number;
  readonly retention: number;
  readonly declined: number;
  /** The usual number of days until a file is complete. */
  readonly fileDays: number;
  readonly submitHours: number;
}

export interface Catalog {
  readonly professions: readonly Row<'professions'>[];
  readonly specialties: readonly Specialty[];
  readonly offerings: readonly Row<'offerings'>[];
  readonly subOfferings: readonly Row<'sub_offerings'>[];
}

export interface Parties {
  readonly organizations: readonly Row<'organizations'>[];
  readonly facilities: readonly Row<'facilities'>[];
  readonly departments: readonly Row<'departments'>[];
  readonly suppliers: readonly Supplier[];
}

/** The same in every batch: drawn from a stream without the batch in its name. */
export function buildCatalog(random: Random, tenantId: string): Catalog {
  const professions: Row<'professions'>[] = [];
  const specialties: Specialty[] = [];
  for (const [profession, rates] of Object.entries(PROFESSIONS)) {
    const profession_id = random.uuid();
    professions.push({ id: profession_id, tenant_id: tenantId, name: profession });
    for (const [name, min, max, department, weight] of rates) {
      const bill = { bill_rate_min_cents: min * 100, bill_rate_max_cents: max * 100 };
      specialties.push({
        id: random.uuid(),
        tenant_id: tenantId,
        profession_id,
        name,
        ...bill,
        profession,
        department,
        weight,
      });
    }
  }
  const offerings = Object.keys(OFFERINGS).map((name) => ({ id: random.uuid(), tenant_id: tenantId, name }));
  const subOfferings = offerings.flatMap(({ id, name }) =>
    (OFFERINGS[name] ?? []).map((sub) => ({ id: random.uuid(), tenant_id: tenantId, offering_id: id, name: sub })),
  );
  return { professions, specialties, offerings, subOfferings };
}

/** The facilities with their departments, and the suppliers, of one program; `batch` keeps their names unique. */
export function buildParties(random: Random, tenantId: string, batch: number, today: Day): Parties {
  const facilities = Array.from({ length: FACILITIES }, (_, index) => buildFacility(random, tenantId, batch, index));
  const departments = facilities.flatMap((facility) => buildDepartments(random, facility));
  const suppliers = Array.from({ length: SUPPLIERS }, (_, index) =>
    buildSupplier(random, tenantId, batch, index, today),
  );
  const settings = {
    disclose_account_state: true,
    remember_devices: true,
    timesheet_v2_enabled: true,
    prn_organization: true,
  };
  const organization = (
    type: 'CLIENT' | 'AGENCY',
    { id, name }: { id: string; name: string },
    index: number,
  ): Row<'organizations'> => ({
    id,
    code: organizationCode(type, batch, index),
    name,
    type,
    tenant_id: tenantId,
    ...lookOf(organizationCode(type, batch, index)),
    footer_email: 'support@meridian.example',
    footer_phone: '555-0100',
    ...settings,
    // Users who need a second factor there set up an app or a passkey.
    mailed_codes: organizationCode(type, batch, index) !== 'LAKESIDE',
  });
  return {
    facilities,
    departments,
    suppliers,
    organizations: [
      ...facilities.map((facility, index) => organization('CLIENT', facility, index)),
      ...suppliers.map((supplier, index) => organization('AGENCY', supplier, index)),
    ],
  };
}

/** Theme and settings of organizations with demo users; rows of one insert have the same columns. */
function lookOf(
  code: string,
): Required<Pick<Row<'organizations'>, 'theme' | 'agency_branded_leu' | 'agency_branded_menu_label'>> {
  if (code === 'SUMMIT')
    return { theme: 'plum', agency_branded_leu: true, agency_branded_menu_label: 'Summit Academy' };
  return {
    theme: code === 'LAKESIDE' ? 'evergreen' : 'default',
    agency_branded_leu: false,
    agency_branded_menu_label: '',
  };
}

/** The first of each is the one with a demo user. */
function organizationCode(type: 'CLIENT' | 'AGENCY', batch: number, index: number): string {
  if (batch === 0 && index === 0) return type === 'CLIENT' ? 'LAKESIDE' : 'SUMMIT';
  const number = batch * (type === 'CLIENT' ? FACILITIES : SUPPLIERS) + index + 1;
  return `${type === 'CLIENT' ? 'FACILITY' : 'SUPPLIER'}${String(number).padStart(3, '0')}`;
}

function buildFacility(random: Random, tenantId: string, batch: number, index: number): Row<'facilities'> {
  const { city, state, timeZone } = CITIES[index % CITIES.length] as City;
  const lakeside = batch === 0 && index === 0;
  return {
    id: random.uuid(),
    tenant_id: tenantId,
    name: lakeside ? 'Lakeside Medical Center' : facilityName(index, batch),
    health_system: lakeside ? 'Lakeside Health' : random.pick(HEALTH_SYSTEMS),
    city,
    state,
    time_zone: timeZone,
    beds: random.int(12, 70) * 10,
  };
}

function buildDepartments(random: Random, facility: Row<'facilities'>): Row<'departments'>[] {
  const all = [
    ...new Set(Object.values(PROFESSIONS).flatMap((rates) => rates.map(([, , , department]) => department))),
  ];
  const others = random.shuffle(all.filter((name) => !CORE_DEPARTMENTS.includes(name)));
  return [...CORE_DEPARTMENTS, ...others.slice(0, random.int(2, 8))].map((name) => ({
    id: random.uuid(),
    tenant_id: facility.tenant_id,
    client_id: facility.id,
    name,
    cost_center: String(random.int(4_000, 7_999)),
    manager_name: fullName(random),
  }));
}

function buildSupplier(random: Random, tenantId: string, batch: number, index: number, today: Day): Supplier {
  const { city, state } = random.pick(CITIES);
  const top = index < TOP_SUPPLIERS;
  return {
    id: random.uuid(),
    tenant_id: tenantId,
    name: batch === 0 && index === 0 ? 'Summit Healthcare Staffing' : agencyName(index, batch),
    tier: top ? 'PREFERRED' : 'STANDARD',
    city,
    state,
    fee_basis_points: random.int(300, 400),
    joined_on: isoDay(today - random.int(400, 2_400)),
    // Shares decrease within each group and add up to 1.
    share: top
      ? (TOP_SHARE * (14 - index)) / sum(TOP_SUPPLIERS, 14)
      : ((1 - TOP_SHARE) * (60 - index)) / (sum(SUPPLIERS, 60) - sum(TOP_SUPPLIERS, 60)),
    onTime: random.between(0.82, 0.96),
    earlyTerm: random.between(0.02, 0.07),
    cancelled: random.between(0.04, 0.11),
    retention: random.between(0.35, 0.6),
    declined: random.between(0.04, 0.18),
    fileDays: random.between(7, 11),
    submitHours: random.between(6, 13),
  };
}

/** first + (first - 1) + ..., `count` terms. */
const sum = (count: number, first: number): number => (count * (2 * first - count + 1)) / 2;
