/** A compliance document as the database returns it, for PDFs without a database. */
import type { ComplianceDocument } from '../../../server/features/documents/complianceDocument';

const AT = new Date('2026-03-04T05:06:07Z');

export const COMPLIANCE_DOCUMENT: ComplianceDocument = {
  id: '0b8f3f0e-52d6-4c3c-9f0d-1f2d3c4b5a69',
  tenant_id: 't',
  client_id: 'c',
  agency_id: 'a',
  assignment_id: 's',
  kind: 'CREDENTIAL',
  name: 'State license',
  status: 'APPROVED',
  due_on: '2026-03-01',
  uploaded_at: AT,
  uploaded_on: '2026-03-03',
  uploaded_by: 'Rae Cole',
  reviewed_at: AT,
  reviewed_on: '2026-03-03',
  reviewed_by: 'Dana Brooks',
  times_declined: 1,
  decline_reason: 'Illegible',
  issued_on: '2026-01-01',
  version: 1,
  expires_on: '2028-01-01',
  person: 'Maya Ortiz',
  profession: 'Registered Nurse',
  specialty: 'ICU',
  licenseState: 'OH',
  compact: true,
  years: 6,
  supplier: 'Summit Staffing',
  facility: 'Lakeside Medical Center',
  zone: 'America/Chicago',
};
