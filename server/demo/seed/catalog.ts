/** The catalog: professions, specialties with hourly bill rates in dollars, and departments. */
import { REASONS as ACTION_REASONS } from '../../../contract/records/reasons';

type Rates = readonly [specialty: string, min: number, max: number, department: string, weight: number];

export const PROFESSIONS: Readonly<Record<string, readonly Rates[]>> = {
  'Registered Nurse': [
    ['Med/Surg', 84, 104, 'Medical Surgical', 16],
    ['Telemetry', 88, 110, 'Telemetry', 12],
    ['ICU', 96, 124, 'Intensive Care', 11],
    ['CVICU', 104, 134, 'Cardiovascular ICU', 5],
    ['Emergency', 92, 118, 'Emergency', 10],
    ['Operating Room', 100, 130, 'Surgery', 8],
    ['Labor & Delivery', 100, 128, 'Birth Center', 6],
    ['NICU', 98, 124, 'Neonatal ICU', 3],
    ['PICU', 104, 132, 'Pediatric ICU', 2],
    ['Cath Lab', 110, 140, 'Cardiac Cath Lab', 3],
    ['PACU', 96, 120, 'Surgery', 3],
    ['Psychiatric', 82, 102, 'Behavioral Health', 4],
    ['Dialysis', 88, 108, 'Dialysis', 3],
    ['Case Management', 84, 104, 'Care Management', 2],
    ['Home Health', 80, 100, 'Home Health', 2],
  ],
  'Licensed Practical Nurse': [['Long-Term Care', 54, 72, 'Skilled Nursing', 4]],
  'Certified Nursing Assistant': [['Acute Care', 33, 46, 'Medical Surgical', 4]],
  'Surgical Technologist': [
    ['Operating Room', 70, 92, 'Surgery', 3],
    ['Sterile Processing', 52, 68, 'Sterile Processing', 2],
  ],
  'Respiratory Therapist': [['Acute Care', 76, 98, 'Respiratory Care', 4]],
  'Imaging Technologist': [
    ['CT', 84, 108, 'Imaging', 3],
    ['MRI', 88, 114, 'Imaging', 2],
    ['X-Ray', 70, 90, 'Imaging', 2],
    ['Sonography', 94, 124, 'Imaging', 2],
    ['Mammography', 82, 104, 'Imaging', 1],
  ],
  'Laboratory Scientist': [['Generalist', 70, 92, 'Laboratory', 3]],
  Therapist: [
    ['Physical Therapy', 78, 98, 'Rehabilitation', 2],
    ['Occupational Therapy', 76, 96, 'Rehabilitation', 2],
    ['Speech-Language Pathology', 78, 100, 'Rehabilitation', 1],
  ],
  'Pharmacy Technician': [['Hospital', 42, 56, 'Pharmacy', 1]],
  'Advanced Practice Provider': [
    ['Nurse Practitioner', 130, 190, 'Hospital Medicine', 1],
    ['Nurse Anesthetist', 180, 260, 'Surgery', 1],
  ],
};

/** Every facility has these; others by chance. */
export const CORE_DEPARTMENTS = ['Medical Surgical', 'Telemetry', 'Intensive Care', 'Emergency', 'Surgery', 'Imaging'];

export const OFFERINGS: Readonly<Record<string, readonly string[]>> = {
  Nursing: ['Acute Care', 'Critical Care', 'Perioperative', 'Community'],
  Allied: ['Imaging', 'Laboratory', 'Respiratory', 'Rehabilitation', 'Support'],
  'Advanced Practice': ['Inpatient', 'Anesthesia'],
};

/** The offering and sub-offering that jobs of this profession in this department belong to. */
export function offeringOf(profession: string, department: string): readonly [offering: string, sub: string] {
  if (profession === 'Advanced Practice Provider')
    return ['Advanced Practice', department === 'Surgery' ? 'Anesthesia' : 'Inpatient'];
  if (/Nurs/.test(profession)) {
    if (/ICU|Intensive/.test(department)) return ['Nursing', 'Critical Care'];
    if (/Surgery|Cath|Birth/.test(department)) return ['Nursing', 'Perioperative'];
    return ['Nursing', /Home|Skilled|Care Management|Dialysis/.test(department) ? 'Community' : 'Acute Care'];
  }
  const sub: Record<string, string> = {
    Imaging: 'Imaging',
    Laboratory: 'Laboratory',
    'Respiratory Care': 'Respiratory',
    Rehabilitation: 'Rehabilitation',
  };
  return ['Allied', sub[department] ?? 'Support'];
}

export const SHIFTS: readonly { readonly name: string; readonly hoursPerWeek: number; readonly weight: number }[] = [
  { name: '7a-7p 3x12', hoursPerWeek: 36, weight: 42 },
  { name: '7p-7a 3x12', hoursPerWeek: 36, weight: 34 },
  { name: '7a-3p 5x8', hoursPerWeek: 40, weight: 9 },
  { name: '3p-11p 5x8', hoursPerWeek: 40, weight: 4 },
  { name: '11p-7a 5x8', hoursPerWeek: 40, weight: 3 },
  { name: '4x10', hoursPerWeek: 40, weight: 5 },
  { name: 'Weekend 2x12', hoursPerWeek: 24, weight: 3 },
];

export const REASONS = {
  ...ACTION_REASONS,
  pushed: ['Credentials incomplete', 'Orientation moved', 'Personal reasons', 'License delayed'],
} as const;

/** What a compliance file needs; `validDays` is null for what does not expire. */
export const DOCUMENTS: readonly (readonly [
  name: string,
  kind: 'CREDENTIAL' | 'CERTIFICATION' | 'LICENSE',
  validDays: number | null,
])[] = [
  ['State license', 'LICENSE', 730],
  ['BLS', 'CERTIFICATION', 730],
  ['ACLS', 'CERTIFICATION', 730],
  ['Physical', 'CREDENTIAL', 365],
  ['TB screening', 'CREDENTIAL', 365],
  ['MMR immunity', 'CREDENTIAL', null],
  ['Varicella immunity', 'CREDENTIAL', null],
  ['Hepatitis B', 'CREDENTIAL', null],
  ['Tdap', 'CREDENTIAL', 3650],
  ['Influenza vaccine', 'CREDENTIAL', 365],
  ['N95 fit test', 'CREDENTIAL', 365],
  ['Background check', 'CREDENTIAL', 365],
  ['Drug screen', 'CREDENTIAL', 365],
  ['I-9', 'CREDENTIAL', null],
  ['Skills checklist', 'CREDENTIAL', 365],
  ['Unit exam', 'CERTIFICATION', 365],
  ['References', 'CREDENTIAL', null],
  ['Facility orientation module', 'CERTIFICATION', 365],
];
