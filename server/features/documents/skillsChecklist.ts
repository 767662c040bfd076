/** Random details of a row that are the same each time its document is rendered. */
import { createHash } from 'node:crypto';

export interface Details {
  /** From `min` to `max`, both included. `about` seeds the choice. */
  readonly int: (about: string, min: number, max: number) => number;
  readonly pick: <T>(about: string, choices: readonly T[]) => T;
  /** The first digit is not 0. */
  readonly digits: (about: string, count: number) => string;
}

/** Invented details of a demo document, always the same for an id. */
export function detailsOf(id: string): Details {
  const int = (about: string, min: number, max: number): number => {
    const number = createHash('sha256').update(`${id}/${about}`).digest().readUInt32BE(0);
    return min + (number % (max - min + 1));
  };
  return {
    int,
    pick: (about, choices) => choices[int(about, 0, choices.length - 1)] as (typeof choices)[number],
    digits: (about, count) => String(int(about, 10 ** (count - 1), 10 ** count - 1)),
  };
}

/** The questions of a skills checklist, by area. */
export const SKILL_AREAS: Readonly<Record<string, readonly string[]>> = {
  'Patient care': [
    'Admission, transfer and discharge',
    'Head-to-toe assessment',
    'Pain assessment and management',
    'Fall prevention and safe handling',
    'Restraints and alternatives',
    'Patient and family education',
    'End-of-life and comfort care',
    'Isolation precautions',
    'Pressure injury prevention',
    'Handover at change of shift',
  ],
  Cardiovascular: [
    'Cardiac monitoring and rhythm recognition',
    '12-lead electrocardiogram',
    'Care after cardiac catheterization',
    'Temporary and permanent pacemakers',
    'Arterial line set-up and readings',
    'Central venous pressure',
    'Cardiac arrest and defibrillation',
    'Heart failure',
    'Hypertensive crisis',
    'Peripheral vascular checks',
  ],
  Respiratory: [
    'Airway assessment',
    'Oxygen delivery devices',
    'Bilevel and continuous positive pressure',
    'Ventilator settings and alarms',
    'Suctioning, oral and endotracheal',
    'Tracheostomy care',
    'Chest tubes and drainage',
    'Arterial blood gas reading',
    'Chronic obstructive pulmonary disease',
    'Status asthmaticus',
  ],
  Neurological: [
    'Glasgow coma scale',
    'Stroke scale and stroke alert',
    'Seizure precautions',
    'Spinal precautions',
    'Intracranial pressure monitoring',
    'Care after craniotomy',
    'Alcohol withdrawal scale',
    'Delirium screening',
  ],
  Gastrointestinal: [
    'Nasogastric and feeding tubes',
    'Total parenteral nutrition',
    'Ostomy care',
    'Gastrointestinal bleeding',
    'Pancreatitis',
    'Bowel obstruction',
    'Care after abdominal surgery',
    'Liver failure',
  ],
  'Renal and genitourinary': [
    'Urinary catheter insertion and care',
    'Bladder irrigation',
    'Peritoneal dialysis',
    'Care of dialysis access',
    'Acute kidney injury',
    'Fluid and electrolyte balance',
    'Nephrostomy tubes',
  ],
  'Endocrine and metabolic': [
    'Blood glucose monitoring',
    'Insulin infusion',
    'Diabetic ketoacidosis',
    'Thyroid storm',
    'Adrenal crisis',
    'Sepsis bundle',
  ],
  Medications: [
    'Oral, subcutaneous and intramuscular',
    'Peripheral line insertion',
    'Central line care and dressing',
    'Blood and blood products',
    'Heparin infusion',
    'Vasoactive infusions',
    'Patient-controlled analgesia',
    'Conscious sedation',
    'Chemotherapy precautions',
    'High-alert double check',
    'Automated dispensing cabinet',
    'Barcode medication administration',
  ],
  'Wounds and devices': [
    'Surgical wound care',
    'Negative pressure therapy',
    'Drains',
    'Casts and traction',
    'Burn care',
    'Specialty beds',
  ],
  Documentation: [
    'Electronic health record, bedside charting',
    'Electronic health record, orders',
    'Critical value reporting',
    'Incident reporting',
    'Care plans',
    'Consent and advance directives',
  ],
};

export const SKILL_LEVELS = ['1 – theory only', '2 – with help', '3 – on my own', '4 – can teach'] as const;
export const SKILL_FREQUENCIES = ['Yearly', 'Monthly', 'Weekly', 'Daily'] as const;
