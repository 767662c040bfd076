/** The colour of a status. Colour never speaks alone: the label stands in it. */
export type Tone = 'good' | 'waiting' | 'bad' | 'moving' | 'planned' | 'quiet';

const TONES: Readonly<Record<Tone, readonly string[]>> = {
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

const TONE_OF: ReadonlyMap<string, Tone> = new Map(
  (Object.entries(TONES) as [Tone, readonly string[]][]).flatMap(([tone, values]) =>
    values.map((value) => [value, tone] as const),
  ),
);

/** What is only a kind of something, such as a document's type, is quiet. */
export const toneOf = (value: string): Tone => TONE_OF.get(value) ?? 'quiet';
