/** A compliance document as a PDF, generated from its row. */
import type { Selectable } from 'kysely';
import type { Queries } from '../../database';
import type { ComplianceDocumentsTable } from '../../database/schema/domain';
import { facts, heading, table, text, type Block, type PdfDocument } from '../../platform/pdf/document';
import { day, moment, words } from '../../platform/pdf/format';
import { SKILL_AREAS, SKILL_FREQUENCIES, SKILL_LEVELS, detailsOf, type Details } from './skillsChecklist';

type Row = Selectable<ComplianceDocumentsTable>;

export interface ComplianceDocument extends Omit<Row, 'uploaded_at'> {
  readonly uploaded_at: Date;
  readonly person: string;
  readonly profession: string;
  readonly specialty: string;
  readonly licenseState: string;
  readonly compact: boolean;
  /** Of experience. */
  readonly years: number;
  readonly supplier: string;
  readonly facility: string;
  /** That of the facility, in which every page shows its moments. */
  readonly zone: string;
}

/** Null if it is not visible to `queries` or has not been uploaded yet. */
export async function readComplianceDocument(queries: Queries, id: string): Promise<ComplianceDocument | null> {
  const row = await queries
    .selectFrom('compliance_documents as d')
    .innerJoin('assignments as a', 'a.id', 'd.assignment_id')
    .innerJoin('candidates as c', 'c.id', 'a.candidate_id')
    .innerJoin('professions as p', 'p.id', 'c.profession_id')
    .innerJoin('specialties as s', 's.id', 'c.specialty_id')
    .innerJoin('suppliers as u', 'u.id', 'd.agency_id')
    .innerJoin('facilities as f', 'f.id', 'd.client_id')
    .where('d.id', '=', id)
    .selectAll('d')
    .select([
      'c.first_name',
      'c.last_name',
      'c.license_state as licenseState',
      'c.compact_license as compact',
      'c.years_of_experience as years',
      'p.name as profession',
      's.name as specialty',
      'u.name as supplier',
      'f.name as facility',
      'f.time_zone as zone',
    ])
    .executeTakeFirst();
  if (row === undefined || row.uploaded_at === null) return null;
  return { ...row, uploaded_at: row.uploaded_at, person: `${row.first_name} ${row.last_name}` };
}

/** A compliance document as a PDF, generated from its stored fields. */
export function complianceDocumentPdf(document: ComplianceDocument): PdfDocument {
  const details = detailsOf(document.id);
  const make = PAPERS[document.name] ?? credential;
  return {
    title: TITLES[document.name] ?? document.name,
    sender: document.supplier,
    reference: `${document.name} · ${document.person}`,
    createdAt: document.uploaded_at,
    blocks: [about(document), ...make(document, details), ...history(document)],
  };
}

const TITLES: Readonly<Record<string, string>> = {
  'State license': 'License verification',
  BLS: 'Basic life support provider',
  ACLS: 'Advanced cardiovascular life support provider',
  References: 'Professional references',
  'Unit exam': 'Unit exam result',
};

type Make = (document: ComplianceDocument, details: Details) => readonly Block[];

const about = (document: ComplianceDocument): Block =>
  facts(
    ['Name', document.person],
    ['Profession', `${document.profession}, ${document.specialty}`],
    ['Facility', document.facility],
    ['Issued', day(document.issued_on)],
    ['Valid until', document.expires_on === null ? 'No expiry' : day(document.expires_on)],
  );

const history = (document: ComplianceDocument): readonly Block[] => [
  heading('History of this document'),
  facts(
    ['Uploaded', `${moment(document.uploaded_at, document.zone)} by ${document.uploaded_by ?? 'the supplier'}`],
    [
      'Reviewed',
      document.reviewed_at === null
        ? 'Not yet'
        : `${moment(document.reviewed_at, document.zone)} by ${document.reviewed_by ?? '–'}`,
    ],
    ['Status', words(document.status)],
    [
      'Declined before',
      document.times_declined === 0 ? 'No' : `${document.times_declined}: ${document.decline_reason ?? '–'}`,
    ],
  ),
];

const license: Make = (document, details) => [
  heading('License'),
  facts(
    ['State', document.licenseState],
    ['Number', `${document.licenseState}-${details.digits('license', 7)}`],
    ['Type', document.profession],
    ['Standing', document.status === 'EXPIRED' ? 'Expired' : 'Active, unencumbered'],
    ['Multistate', document.compact ? 'Yes, Nurse Licensure Compact' : 'No, this state only'],
    ['Discipline on record', 'None'],
  ),
  heading('Verification'),
  text(
    'Verified at the primary source. The number, the name and the date of birth given by the applicant agree with the register of the board, and no open investigation is shown.',
  ),
  table(
    [
      { title: 'Checked', share: 5 },
      { title: 'Source', share: 4 },
      { title: 'Result', share: 2 },
    ],
    [
      ['License in force', 'State board register', 'Confirmed'],
      ['Name and date of birth', 'Identity document', 'Confirmed'],
      ['Disciplinary actions', 'National practitioner data', 'None found'],
      ['Exclusion from federal programs', 'Exclusion list', 'None found'],
    ],
  ),
];

const certificate: Make = (document, details) => [
  heading('Certificate'),
  text(
    `This certifies that ${document.person} has completed the cognitive and skills evaluations of this course in accordance with its curriculum.`,
  ),
  facts(
    ['Certificate number', details.digits('certificate', 9)],
    ['Course hours', String(details.int('hours', 4, 14))],
    ['Written test', `${details.int('score', 84, 100)} %`],
    ['Instructor number', details.digits('instructor', 8)],
  ),
];

const skills: Make = (document, details) => {
  const areas = Object.entries(SKILL_AREAS);
  // Three to six pages, depending on the candidate.
  const shown = areas.slice(0, details.int('areas', 6, areas.length));
  return [
    text(
      `Self-assessment by ${document.person}, ${document.years} years of experience. Each skill is rated by how well it is mastered and how often it was used within the last two years.`,
    ),
    ...shown.flatMap(([area, items]) => [
      heading(area),
      table(
        [
          { title: 'Skill', share: 6 },
          { title: 'Level', share: 3 },
          { title: 'How often', share: 2 },
        ],
        items.map((item) => [
          item,
          details.pick(`level ${area} ${item}`, SKILL_LEVELS.slice(document.years > 4 ? 1 : 0)),
          details.pick(`frequency ${area} ${item}`, SKILL_FREQUENCIES),
        ]),
      ),
    ]),
    heading('Signature'),
    text('I attest that what I have stated here is true and complete to the best of my knowledge.'),
    facts(['Signed by', document.person], ['On', moment(document.uploaded_at, document.zone)]),
  ];
};

const REFEREES = ['Nurse manager', 'Charge nurse', 'Clinical supervisor', 'Department director'];
const QUESTIONS = [
  'Clinical competence',
  'Dependability and attendance',
  'Communication with patients and families',
  'Communication with the team',
  'Judgment under pressure',
  'Documentation',
  'Follows policy and procedure',
];
const GRADES = ['Meets expectations', 'Exceeds expectations', 'Outstanding'];

const references: Make = (document, details) =>
  [1, 2, 3].flatMap((number) => [
    heading(`Reference ${number}`),
    facts(
      ['Given by', details.pick(`referee ${number}`, REFEREES)],
      ['Worked together', `${details.int(`months ${number}`, 6, 48)} months`],
      ['Would rehire', 'Yes'],
    ),
    table(
      [
        { title: 'Question', share: 6 },
        { title: 'Answer', share: 4 },
      ],
      QUESTIONS.map((question) => [question, details.pick(`${number} ${question}`, GRADES)]),
    ),
    text(`${document.person} was requested by the unit again, which is the strongest recommendation.`),
  ]);

const exam: Make = (document, details) => [
  heading('Result'),
  facts(
    ['Exam', `${document.specialty}, unit exam`],
    ['Score', `${details.int('score', 80, 100)} %, of 80 % needed`],
    ['Time taken', `${details.int('minutes', 28, 75)} minutes`],
    ['Result', 'Passed'],
  ),
  table(
    [
      { title: 'Area', share: 6 },
      { title: 'Questions', share: 2, number: true },
      { title: 'Correct', share: 2, number: true },
    ],
    Object.keys(SKILL_AREAS).map((area) => {
      const questions = details.int(`asked ${area}`, 5, 12);
      return [area, String(questions), String(questions - details.int(`wrong ${area}`, 0, 1))];
    }),
  ),
];

const credential: Make = (document, details) => [
  heading('Statement'),
  text(
    `The requirement '${document.name}' has been met by ${document.person}. The original is kept by the supplier and shown on request.`,
  ),
  facts(
    ['Record number', details.digits('record', 8)],
    [
      'Done by',
      details.pick('by', ['Occupational health', 'Primary care office', 'Certified laboratory', 'Supplier compliance']),
    ],
    ['Result', details.pick('result', ['Complete', 'Within normal limits', 'Negative', 'Cleared'])],
  ),
];

const PAPERS: Readonly<Record<string, Make>> = {
  'State license': license,
  BLS: certificate,
  ACLS: certificate,
  'Facility orientation module': certificate,
  'Skills checklist': skills,
  References: references,
  'Unit exam': exam,
};
