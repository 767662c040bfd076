/** Texts and messages. */
import { Hint } from '../ui/Hint';
import { Loader } from '../ui/Loader';
import { loadable } from '../ui/loadable';
import { Message } from '../ui/Message';
import { Loader as EarlyLoader } from '../ui/prerendered/Loader';
import { Message as EarlyMessage, type Tone } from '../ui/prerendered/Message';
import { PageNote } from '../ui/PageNote';
import { ProductMark } from '../ui/ProductMark';
import { Progress } from '../ui/Progress';
import { SafeHtml } from '../ui/SafeHtml';
import { EmptyIllustration } from '../ui/EmptyIllustration';
import { FormHeading, StepHeading } from '../ui/StepHeading';
import type { Part, PartState } from './parts.types';

const TONES: readonly Tone[] = ['positive', 'info', 'warning', 'negative'];
const WORDS = 'The timesheets of this week are due on Monday at 9:00.';
const inTones = (Of: typeof Message): readonly PartState[] =>
  TONES.map((tone) => ({
    name: tone,
    show: () => (
      <Of tone={tone} quiet>
        {WORDS}
      </Of>
    ),
  }));

const Missing = loadable<object>(() => Promise.reject(new Error('shown as missing')));

const WRITTEN =
  '<h3>Holiday hours</h3><p>The desk is <b>closed</b> on <a href="https://example.com">Thursday</a>.</p><ul><li>one</li><li>two</li></ul>';

export const WORDING: readonly Part[] = [
  {
    file: 'Message',
    states: [
      ...inTones(Message),
      {
        name: 'with the id of a request',
        show: () => (
          <Message tone="negative" quiet>
            {'The list could not be loaded. Try again. (Request ID: 018f2c61-7a44-7b02-9d8e-3f5b6c7d8e9f)'}
          </Message>
        ),
      },
    ],
  },
  { file: 'prerendered/Message', states: inTones(EarlyMessage) },
  { file: 'Loader', states: [{ name: 'plain', show: () => <Loader>Loading jobs</Loader> }] },
  { file: 'prerendered/Loader', states: [{ name: 'plain', show: () => <EarlyLoader>Loading</EarlyLoader> }] },
  { file: 'loadable', states: [{ name: 'missing', show: () => <Missing /> }] },
  {
    file: 'Progress',
    states: [0, 40, 100].map((percent) => ({
      name: `${percent} percent`,
      show: () => <Progress name="Read" percent={percent} />,
    })),
  },
  {
    file: 'EmptyIllustration',
    states: (['search', 'lock', 'alert'] as const).map((mark) => ({
      name: mark,
      show: () => <EmptyIllustration mark={mark} />,
    })),
  },
  {
    file: 'PageNote',
    states: [
      {
        name: 'plain',
        show: () => (
          <PageNote mark="search" title="No such job" actions={<a href="#jobs">Go to Jobs</a>}>
            <p>{WORDS}</p>
          </PageNote>
        ),
      },
    ],
  },
  {
    file: 'ProductMark',
    states: [{ name: 'plain', show: () => <div style={{ width: 32 }} children={<ProductMark />} /> }],
  },
  {
    file: 'SafeHtml',
    states: [{ name: 'formatted', show: () => <SafeHtml html={WRITTEN} text="Holiday hours" /> }],
  },
  {
    file: 'StepHeading',
    states: [
      { name: 'of a step', show: () => <StepHeading>Check your email</StepHeading> },
      { name: 'of a form', show: () => <FormHeading>Sign in</FormHeading> },
    ],
  },
  {
    file: 'Hint',
    states: [
      { name: 'closed', show: () => hint },
      { name: 'open', show: () => hint, alone: { kind: 'focus', on: '.hint-button' } },
    ],
  },
];

const hint = (
  <p>
    Spend <Hint name="How is Spend computed?">Approved hours times their bill rates, without corrections.</Hint>
  </p>
);
