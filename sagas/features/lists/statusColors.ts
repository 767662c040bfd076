/** The color of a status. Its label has the same meaning. */
export type StatusTone = 'good' | 'waiting' | 'bad' | 'moving' | 'planned' | 'quiet';

const TONES: Readonly<Record<StatusTone, readonly string[]>> = {
  good: [
    'OPEN',
    'ACTIVE',
    'APPROVED',
    'FINALIZED',
    'OFFER_ACCEPTED',
    'INVOICE_PAID',
    'REVERSE_INVOICE_PAID',
    'FILLED',
    'AVAILABLE',
    'ENABLED',
    'PREFERRED',
    'DONE',
    'PERM',
  ],
  waiting: [
    'PENDING_APPROVAL',
    'PENDING_REVIEW',
    'ON_HOLD',
    'DUE',
    'INVOICE_DUE',
    'REVERSE_INVOICE_PENDING',
    'REQUESTED',
    'SAVED',
  ],
  bad: ['DECLINED', 'EXPIRED', 'MISSING', 'INVOICE_PAST_DUE', 'OFFER_REJECTED', 'REJECTED', 'EARLY_TERM', 'CANCELLED'],
  moving: ['SUBMITTED', 'QUALIFIED', 'EXTENSION', 'REVERSE_INVOICE_GOOD_PAY'],
  planned: ['BOOKED', 'INTERVIEWING', 'OFFERED'],
  quiet: ['CLOSED', 'COMPLETED', 'WITHDRAWN', 'OTHER', 'DISABLED'],
};

const TONE_OF: ReadonlyMap<string, StatusTone> = new Map(
  (Object.entries(TONES) as [StatusTone, readonly string[]][]).flatMap(([tone, values]) =>
    values.map((value) => [value, tone] as const),
  ),
);

/** Values without a color, such as a document's type. */
export const toneOf = (value: string): StatusTone => TONE_OF.get(value) ?? 'quiet';
