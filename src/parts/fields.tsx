/** Form fields. */
import { CheckField } from '../ui/CheckField';
import { CheckList, type CheckChoice } from '../ui/CheckList';
import { Field, FieldError } from '../ui/Field';
import { LabelledField } from '../ui/LabelledField';
import { OrderList } from '../ui/OrderList';
import { CodeField } from '../ui/prerendered/CodeField';
import { PasswordField } from '../ui/prerendered/PasswordField';
import { TextField as EarlyTextField } from '../ui/prerendered/TextField';
import { SearchSelect } from '../ui/SearchSelect';
import { SelectField } from '../ui/SelectField';
import { SortableList } from '../ui/SortableList';
import { TextArea } from '../ui/TextArea';
import { TextField } from '../ui/TextField';
import { nothing, type Part } from './parts.types';

const WRONG = 'Enter a name of at most 80 characters.';
const STATES = [
  { value: '', label: 'Any state' },
  { value: 'OH', label: 'Ohio' },
  { value: 'TX', label: 'Texas' },
];
const SPECIALTIES: readonly CheckChoice[] = [
  ...['Cardiac Cath Lab', 'Emergency', 'Intensive Care', 'Labor and Delivery', 'Medical-Surgical'],
  ...['Operating Room', 'Pediatrics', 'Step Down', 'Telemetry'],
].map((label, at) => ({ value: String(at), label, ...(at === 1 && { of: 'Registered Nurse' }) }));

const select = (value: string | null) => (
  <SearchSelect
    label="Specialty"
    none="All specialties"
    options={SPECIALTIES.map((each) => ({ value: each.value, label: each.label }))}
    value={value}
    onChange={nothing}
  />
);
const check = (checked: boolean, type: 'checkbox' | 'radio', more: { locked?: string; hint?: string } = {}) => (
  <CheckField
    id={`check-${type}-${checked}-${Object.keys(more)[0] ?? ''}`}
    name="check"
    label="Send me an email, too"
    type={type}
    checked={checked}
    onChange={nothing}
    {...more}
  />
);
const order = (isToggled: boolean) => (
  <OrderList
    items={['Jobs', 'Submissions', 'Timesheets'].map((label, at) => ({ id: label, label, isSelected: at !== 1 }))}
    onOrder={nothing}
    {...(isToggled ? { onToggle: nothing } : { removeLabel: 'Hide', onRemove: nothing })}
  />
);
const form = (children: JSX.Element) => <div className="ui form">{children}</div>;

export const FIELDS: readonly Part[] = [
  {
    file: 'TextField',
    states: [
      { name: 'empty', show: () => form(<TextField id="t1" name="t" label="Name" />) },
      { name: 'filled', show: () => form(<TextField id="t2" name="t" label="Name" defaultValue="Night shift" />) },
      { name: 'wrong', show: () => form(<TextField id="t3" name="t" label="Name" error={WRONG} />) },
      { name: 'disabled', show: () => form(<TextField id="t4" name="t" label="Name" disabled />) },
      {
        name: 'focused',
        show: () => form(<TextField id="t5" name="t" label="Name" />),
        alone: { kind: 'focus', on: 'input' },
      },
    ],
  },
  {
    file: 'prerendered/TextField',
    states: [
      { name: 'empty', show: () => form(<EarlyTextField id="e1" name="e" label="User name" />) },
      { name: 'wrong', show: () => form(<EarlyTextField id="e2" name="e" label="User name" error={WRONG} />) },
    ],
  },
  {
    file: 'prerendered/PasswordField',
    states: [
      { name: 'hidden', show: () => form(<PasswordField id="p1" name="p" label="Password" defaultValue="secret" />) },
      {
        name: 'with rules',
        show: () => form(<PasswordField id="p2" name="p" label="Password" rules="At least 12 characters." />),
      },
      {
        name: 'revealed',
        show: () => form(<PasswordField id="p3" name="p" label="Password" defaultValue="secret" />),
        alone: { kind: 'press', on: '.reveal' },
      },
    ],
  },
  {
    file: 'prerendered/CodeField',
    states: [
      { name: 'empty', show: () => form(<CodeField id="c1" label="Code" onDigits={nothing} />) },
      {
        name: 'wrong',
        show: () => form(<CodeField id="c2" label="Code" error="This code is too old." invalid onDigits={nothing} />),
      },
    ],
  },
  {
    file: 'TextArea',
    states: [
      {
        name: 'with a hint',
        show: () => form(<TextArea id="a1" name="a" label="Reason" hint="At most 500 letters." />),
      },
      { name: 'wrong', show: () => form(<TextArea id="a2" name="a" label="Reason" error="Say why." />) },
    ],
  },
  {
    file: 'SelectField',
    states: [
      { name: 'plain', show: () => form(<SelectField id="s1" name="s" label="State" choices={STATES} />) },
      {
        name: 'wrong',
        show: () => form(<SelectField id="s2" name="s" label="State" choices={STATES} error="Choose a state." />),
      },
    ],
  },
  {
    file: 'SearchSelect',
    states: [
      { name: 'nothing chosen', show: () => select(null) },
      { name: 'chosen', show: () => select('3') },
      { name: 'open', show: () => select('3'), alone: { kind: 'press', on: '.search-select-button' } },
    ],
  },
  {
    file: 'CheckField',
    states: [
      { name: 'unchecked', show: () => check(false, 'checkbox') },
      { name: 'checked', show: () => check(true, 'checkbox') },
      { name: 'radio', show: () => check(false, 'radio') },
      { name: 'radio checked', show: () => check(true, 'radio') },
      { name: 'with a hint', show: () => check(true, 'checkbox', { hint: 'Once a day at most.' }) },
      { name: 'locked', show: () => check(true, 'checkbox', { locked: 'Your organization requires it.' }) },
      { name: 'focused', show: () => check(true, 'checkbox'), alone: { kind: 'focus', on: 'input' } },
    ],
  },
  {
    file: 'CheckList',
    states: [
      { name: 'short', show: () => checks(SPECIALTIES.slice(0, 3), ['1']) },
      { name: 'with a search', show: () => checks(SPECIALTIES, ['1', '4']) },
      { name: 'one of them', show: () => checks(SPECIALTIES.slice(0, 3), ['2'], true) },
      { name: 'nothing to choose', show: () => checks([], []) },
    ],
  },
  {
    file: 'Field',
    states: [
      { name: 'plain', show: () => <Field id="f1" label="Label" children={<span>its control</span>} /> },
      { name: 'error', show: () => <FieldError id="f2" error={WRONG} /> },
    ],
  },
  {
    file: 'LabelledField',
    states: [
      { name: 'plain', show: () => form(<LabelledField id="l1" label="Label" children={<span>its control</span>} />) },
      { name: 'wrong', show: () => form(<LabelledField id="l2" label="Label" error={WRONG} children={null} />) },
    ],
  },
  {
    file: 'OrderList',
    states: [
      { name: 'removable', show: () => order(false) },
      { name: 'with boxes', show: () => order(true) },
    ],
  },
  {
    file: 'SortableList',
    states: [
      {
        name: 'plain',
        show: () => (
          <SortableList tag="ul" className="order-list" ids={['a', 'b']} onMove={nothing}>
            <li className="order-item">First</li>
            <li className="order-item">Second</li>
          </SortableList>
        ),
      },
    ],
  },
];

function checks(choices: readonly CheckChoice[], chosen: readonly string[], single = false) {
  return (
    <CheckList
      legend="Specialty"
      name={`list-${choices.length}-${single}`}
      choices={choices}
      single={single}
      chosen={chosen}
      onChange={nothing}
    />
  );
}
