/** Layers over the page, and document viewers. */
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Disclosure } from '../ui/Disclosure';
import { Drawer } from '../ui/Drawer';
import { InPageBar, PageTools } from '../ui/PageBar';
import { PdfLinkDialog } from '../ui/pdf/PdfLinkDialog';
import { PdfPassword } from '../ui/pdf/PdfPassword';
import { PdfToolbar } from '../ui/pdf/PdfToolbar';
import { Popover } from '../ui/Popover';
import { TextField } from '../ui/TextField';
import { ToolButton } from '../ui/ToolButton';
import '../ui/theme/pdf.css';
import { nothing, type Part } from './parts.types';

const WORDS = 'The submission goes back to its supplier, who is notified of the reason.';

const dialog = (size?: 'wide' | 'large') => (
  <Dialog title="Send it back?" {...(size && { size })} onClose={nothing}>
    <p>{WORDS}</p>
    <div className="dialog-actions">
      <Button>Back</Button>
      <Button variant="primary">Send back</Button>
    </div>
  </Dialog>
);
const drawer = (side: 'left' | 'right', beside = false) => (
  <Drawer title="Filters" side={side} beside={beside} onClose={nothing}>
    <p>{WORDS}</p>
    <div className="ui form">
      <TextField id="drawer-name" name="name" label="Name" />
    </div>
  </Drawer>
);
const popover = (variant: 'button' | 'chip') => (
  <Popover label="Widgets" title="Widgets" variant={variant}>
    {(close) => <ToolButton onClick={close}>Show all</ToolButton>}
  </Popover>
);
const disclosure = (align: 'start' | 'end') => (
  <Disclosure label="Reports" align={align}>
    <ul>
      <li>
        <a href="#spend">Spend</a>
      </li>
      <li>
        <a href="#fill">Fill rate of the last twelve months</a>
      </li>
    </ul>
  </Disclosure>
);
const toolbar = (place: { page: number; pages: number } | null, fit: boolean) => (
  <PdfToolbar
    can={(type) => place !== null && type !== 'FIRST'}
    send={nothing}
    place={place}
    zoom={1.25}
    fit={fit}
    onGoTo={nothing}
    search={{ words: '', found: null, find: nothing, type: nothing }}
    isPrinting={false}
    onPrint={nothing}
    onDownload={nothing}
  />
);

export const LAYERS: readonly Part[] = [
  {
    file: 'Dialog',
    states: [
      { name: 'usual', show: () => dialog(), alone: 'as it stands' },
      { name: 'wide', show: () => dialog('wide'), alone: 'as it stands' },
      { name: 'large', show: () => dialog('large'), alone: 'as it stands' },
    ],
  },
  {
    file: 'Drawer',
    states: [
      { name: 'left', show: () => drawer('left'), alone: 'as it stands' },
      { name: 'right', show: () => drawer('right'), alone: 'as it stands' },
      { name: 'beside', show: () => drawer('right', true), alone: 'as it stands' },
    ],
  },
  {
    file: 'Popover',
    states: [
      { name: 'closed', show: () => popover('button') },
      { name: 'closed chip', show: () => popover('chip') },
      { name: 'open', show: () => popover('button'), alone: { kind: 'press', on: 'button' } },
    ],
  },
  {
    file: 'Disclosure',
    states: [
      { name: 'closed', show: () => disclosure('start') },
      { name: 'open', show: () => disclosure('start'), alone: { kind: 'press', on: '.disclosure-button' } },
      {
        name: 'open at its end',
        show: () => <div style={{ display: 'flex', justifyContent: 'flex-end' }}>{disclosure('end')}</div>,
        alone: { kind: 'press', on: '.disclosure-button' },
      },
    ],
  },
  {
    file: 'PageBar',
    states: [
      {
        name: 'with tools',
        show: () => (
          <>
            <PageTools />
            <InPageBar>
              <ToolButton icon="filter">Filter</ToolButton>
            </InPageBar>
          </>
        ),
        alone: 'as it stands',
      },
    ],
  },
  {
    file: 'pdf/PdfToolbar',
    states: [
      { name: 'without a page', show: () => toolbar(null, true) },
      { name: 'on a page', show: () => toolbar({ page: 1, pages: 7 }, false) },
    ],
  },
  {
    file: 'pdf/PdfPassword',
    states: [{ name: 'plain', show: () => <PdfPassword atOnce={false} onPassword={nothing} /> }],
  },
  {
    file: 'pdf/PdfLinkDialog',
    states: [
      {
        name: 'open',
        show: () => <PdfLinkDialog url="https://example.com/handbook" onClose={nothing} />,
        alone: 'as it stands',
      },
    ],
  },
];
