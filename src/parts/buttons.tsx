/** Buttons, and the marks on them. */
import { Breadcrumb } from '../ui/Breadcrumb';
import { Button, LinkButton } from '../ui/Button';
import { Chip, ChipText } from '../ui/Chip';
import { FileButton } from '../ui/FileButton';
import { Icon, type IconName } from '../ui/Icon';
import { Link } from '../ui/Link';
import { LinkTabs } from '../ui/LinkTabs';
import { Button as EarlyButton } from '../ui/prerendered/Button';
import { Tabs } from '../ui/Tabs';
import { ToolButton } from '../ui/ToolButton';
import { nothing, type Part } from './parts.types';

/** All of them: one that is missing here is an error. */
const ICONS: Readonly<Record<IconName, null>> = {
  alert: null,
  check: null,
  info: null,
  warning: null,
  bell: null,
  bookmark: null,
  breakdown: null,
  calendar: null,
  chat: null,
  chevron: null,
  close: null,
  external: null,
  lock: null,
  menu: null,
  search: null,
  eye: null,
  eyeOff: null,
  arrowDown: null,
  arrowUp: null,
  pause: null,
  play: null,
  expand: null,
  help: null,
  columns: null,
  download: null,
  filter: null,
  first: null,
  grip: null,
  last: null,
  next: null,
  plus: null,
  previous: null,
};

const chip = (isDead: boolean) => (
  <Chip name="Facility" isDead={isDead} onRemove={nothing}>
    <button type="button" className="chip-button">
      <ChipText label="Facility" text={isDead ? 'no longer there' : 'Lakeside Medical Center'} />
    </button>
  </Chip>
);

const tabsOf = (current: number) =>
  ['Overview', 'Submissions', 'Documents'].map((label, at) => ({
    label,
    to: `/part/${at}`,
    current: at === current,
    count: at === 1 ? 1_204 : null,
  }));

export const BUTTONS: readonly Part[] = [
  {
    file: 'Button',
    states: [
      { name: 'plain', show: () => <Button>Save</Button> },
      { name: 'primary', show: () => <Button variant="primary">Save</Button> },
      { name: 'busy', show: () => <Button busy>Save</Button> },
      { name: 'primary busy', show: () => <Button variant="primary" busy children="Save" /> },
      { name: 'disabled', show: () => <Button disabled>Save</Button> },
      { name: 'fluid', show: () => <Button fluid>Save</Button> },
      { name: 'link', show: () => <LinkButton>Retry</LinkButton> },
      { name: 'hovered', show: () => <Button>Save</Button>, alone: { kind: 'hover', on: 'button' } },
      { name: 'focused', show: () => <Button>Save</Button>, alone: { kind: 'focus', on: 'button' } },
    ],
  },
  {
    file: 'prerendered/Button',
    states: [
      { name: 'plain', show: () => <EarlyButton>Continue</EarlyButton> },
      { name: 'primary', show: () => <EarlyButton variant="primary">Sign in</EarlyButton> },
      { name: 'busy', show: () => <EarlyButton variant="primary" busy children="Sign in" /> },
    ],
  },
  {
    file: 'ToolButton',
    states: [
      { name: 'plain', show: () => <ToolButton>Table</ToolButton> },
      { name: 'with an icon', show: () => <ToolButton icon="columns">Columns</ToolButton> },
      { name: 'icon alone', show: () => <ToolButton icon="download" iconOnly aria-label="Save" /> },
      { name: 'primary', show: () => <ToolButton primary>Apply</ToolButton> },
      { name: 'pressed', show: () => <ToolButton aria-pressed>Table</ToolButton> },
      { name: 'busy', show: () => <ToolButton busy>Apply</ToolButton> },
      { name: 'disabled', show: () => <ToolButton disabled>Apply</ToolButton> },
      { name: 'unavailable', show: () => <ToolButton icon="next" iconOnly aria-disabled aria-label="Next page" /> },
      { name: 'focused', show: () => <ToolButton>Table</ToolButton>, alone: { kind: 'focus', on: 'button' } },
    ],
  },
  {
    file: 'FileButton',
    states: [
      { name: 'plain', show: () => file(false) },
      { name: 'disabled', show: () => file(true) },
    ],
  },
  {
    file: 'Icon',
    states: [
      {
        name: 'all',
        show: () => (
          <p style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>
            {(Object.keys(ICONS) as IconName[]).map((name) => (
              <Icon key={name} name={name} />
            ))}
          </p>
        ),
      },
    ],
  },
  {
    file: 'Link',
    states: [
      { name: 'plain', show: () => <Link to="/vms/jobs">All jobs</Link> },
      { name: 'focused', show: () => <Link to="/vms/jobs">All jobs</Link>, alone: { kind: 'focus', on: 'a' } },
    ],
  },
  {
    file: 'Chip',
    states: [
      { name: 'plain', show: () => chip(false) },
      { name: 'dead', show: () => chip(true) },
      { name: 'focused', show: () => chip(false), alone: { kind: 'focus', on: '.chip-remove' } },
    ],
  },
  {
    file: 'Breadcrumb',
    states: [
      {
        name: 'three deep',
        show: () => (
          <Breadcrumb
            crumbs={[
              { label: 'Home', to: '/' },
              { label: 'Jobs', to: '/vms/jobs' },
              { label: 'J-1042', to: null },
            ]}
          />
        ),
      },
    ],
  },
  {
    file: 'LinkTabs',
    states: [
      { name: 'first', show: () => <LinkTabs name="Sections" tabs={tabsOf(0)} /> },
      { name: 'with a count', show: () => <LinkTabs name="Sections" tabs={tabsOf(1)} /> },
    ],
  },
  {
    file: 'Tabs',
    states: [
      { name: 'first', show: () => tabs('ONE') },
      { name: 'second', show: () => tabs('TWO') },
      { name: 'focused', show: () => tabs('ONE'), alone: { kind: 'focus', on: '[role="tab"]' } },
    ],
  },
];

const file = (disabled: boolean) => (
  <FileButton label="Document" accept=".pdf" disabled={disabled} onChoose={nothing}>
    Choose a file
  </FileButton>
);

const tabs = (value: 'ONE' | 'TWO') => (
  <>
    <Tabs
      name="Kinds"
      panelId="tabs-panel"
      choices={[
        { value: 'ONE', label: 'Unread' },
        { value: 'TWO', label: 'All' },
      ]}
      value={value}
      onChoose={nothing}
    />
    <div id="tabs-panel" role="tabpanel" aria-labelledby={`tabs-panel-${value}`} />
  </>
);
