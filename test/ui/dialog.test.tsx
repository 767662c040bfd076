/** @jest-environment jsdom */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type FormEvent } from 'react';
import { CheckList } from '../../src/ui/CheckList';
import { Dialog } from '../../src/ui/Dialog';
import { Disclosure } from '../../src/ui/Disclosure';
import { Drawer } from '../../src/ui/Drawer';
import { Popover } from '../../src/ui/Popover';
import { SearchSelect } from '../../src/ui/SearchSelect';
import { focused } from './support/focused';

function WithSearch({ onClose }: { readonly onClose: () => void }) {
  const [words, setWords] = useState('');
  return (
    <Dialog title="A document" onClose={onClose}>
      <input
        type="search"
        aria-label="Find"
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && setWords('')}
      />
      <input aria-label="Name" defaultValue="typed" />
    </Dialog>
  );
}

it('is closed by Escape, which first clears a search field', async () => {
  const user = userEvent.setup();
  const onClose = jest.fn();
  render(<WithSearch onClose={onClose} />);
  const search = screen.getByLabelText<HTMLInputElement>('Find');
  await user.type(search, 'words');
  await user.keyboard('{Escape}');
  expect([search.value, onClose.mock.calls.length]).toEqual(['', 0]);
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.click(screen.getByLabelText('Name'));
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('is not acted on by an Enter that is held down since it opened the dialog', async () => {
  const pressed = jest.fn();
  const submitted = jest.fn((event: FormEvent) => event.preventDefault());
  render(
    <Dialog title="A run" onClose={() => undefined}>
      <form onSubmit={submitted}>
        <input aria-label="Reason" autoFocus />
        <button type="button" onClick={pressed}>
          Stop
        </button>
        <button type="submit">Confirm</button>
      </form>
    </Dialog>,
  );
  const user = userEvent.setup();
  const counts = () => [pressed.mock.calls.length, submitted.mock.calls.length];
  // The first of each is a press, the others repeat it.
  await user.keyboard('{Enter>4/}');
  expect(counts()).toEqual([0, 1]);
  act(() => screen.getByRole('button', { name: 'Stop' }).focus());
  await user.keyboard('{Enter>4/}');
  expect(counts()).toEqual([1, 1]);
});

function Units() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choices = Array.from({ length: 10 }, (_, at) => ({ value: `${at}`, label: `Unit ${at}` }));
  return (
    <CheckList legend="Units" name="units" single={false} choices={choices} chosen={chosen} onChange={setChosen} />
  );
}

it.each([
  ['drawer', false],
  ['panel', true],
])('a %s is closed by Escape, which first clears a search field and keeps what is chosen', async (_, isPanel) => {
  const user = userEvent.setup();
  const onClose = jest.fn();
  render(
    isPanel ? (
      <Popover label="Filter" title="Filter">
        {() => <Units />}
      </Popover>
    ) : (
      <Drawer title="Filter" onClose={onClose}>
        <Units />
      </Drawer>
    ),
  );
  const isClosed = () => (isPanel ? screen.queryByRole('dialog') === null : onClose.mock.calls.length > 0);
  if (isPanel) await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Unit 3' }));
  const search = screen.getByLabelText<HTMLInputElement>('Search Units');
  await user.type(search, 'unit 7');
  await user.keyboard('{Escape}');
  expect([search.value, isClosed(), focused()]).toEqual(['', false, 'Search Units']);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Unit 3' }).checked).toBe(true);
  await user.keyboard('{Escape}');
  expect(isClosed()).toBe(true);
});

const OPTIONS_PAST_THE_SHOWN = Array.from({ length: 150 }, (_, at) => ({ value: `${at}`, label: `Facility ${at}` }));

it('a list with more options than it shows begins with the chosen one, from which the keys go on', async () => {
  const user = userEvent.setup();
  const onChange = jest.fn();
  render(<SearchSelect label="Facility" none="All" options={OPTIONS_PAST_THE_SHOWN} value="140" onChange={onChange} />);
  await user.click(screen.getByRole('button', { name: 'Facility: Facility 140' }));
  const field = await screen.findByRole('combobox');
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
  await waitFor(() => expect(focused()).toBe('Search Facility'));
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Facility 140');
  const path = [active()];
  for (const key of ['ArrowUp', 'ArrowUp', 'PageUp']) {
    await user.keyboard(`{${key}}`);
    path.push(active());
  }
  expect(path).toEqual(['Facility 140', 'All', 'Facility 97', 'Facility 89']);
  expect(screen.getAllByRole('option', { name: 'Facility 140' })).toHaveLength(1);
  await user.type(field, '139');
  await user.keyboard('{Enter}');
  expect(onChange.mock.calls).toEqual([['139']]);
});

it('a list stays at an option when others are removed while it is open', async () => {
  const user = userEvent.setup();
  const list = (options: typeof OPTIONS_PAST_THE_SHOWN) => (
    <SearchSelect label="Facility" none="All" options={options} value={null} onChange={never} />
  );
  const { rerender } = render(list(OPTIONS_PAST_THE_SHOWN));
  await user.click(screen.getByRole('button', { name: 'Facility: All' }));
  const field = await screen.findByRole('combobox');
  await waitFor(() => expect(focused()).toBe('Search Facility'));
  await user.keyboard('{ArrowUp}');
  await act(async () => rerender(list(OPTIONS_PAST_THE_SHOWN.slice(0, 3))));
  const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  expect(active?.textContent).toBe('Facility 2');
});

const facility = (
  <SearchSelect
    label="Facility"
    none="All"
    options={[{ value: '1', label: 'Lakeside' }]}
    value={null}
    onChange={never}
  />
);

function never() {
  throw new Error('Nothing is chosen.');
}

// A page in a test has no scrolling.
beforeAll(() => void (Element.prototype.scrollIntoView = () => undefined));

describe('Escape in a dialog', () => {
  it.each([
    ['list', 'Facility: All', 'Search Facility', facility],
    [
      'panel',
      'Columns',
      'Width',
      <Popover key="popover" label="Columns" title="Columns">
        {() => <input aria-label="Width" />}
      </Popover>,
    ],
    [
      'menu',
      'More',
      'Rename',
      <Disclosure key="disclosure" label="More">
        <button type="button">Rename</button>
      </Disclosure>,
    ],
  ])('closes an open %s in it first', async (_, name, inside, popup) => {
    const user = userEvent.setup();
    const onClose = jest.fn();
    render(
      <Dialog title="A rule" onClose={onClose}>
        {popup}
      </Dialog>,
    );
    const button = screen.getByRole('button', { name });
    button.focus();
    await user.keyboard('{ArrowDown}');
    if (button.getAttribute('aria-expanded') === 'false') await user.keyboard('{Enter}');
    await waitFor(() => expect(focused()).toBe(inside));
    await user.keyboard('{Escape}');
    expect([onClose.mock.calls.length, button.getAttribute('aria-expanded'), focused()]).toEqual([0, 'false', name]);
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('closes a list in an open panel first, then the panel, and at last the dialog', async () => {
    const user = userEvent.setup();
    const onClose = jest.fn();
    render(
      <Dialog title="A rule" onClose={onClose}>
        <Popover label="Where" title="Where">
          {() => facility}
        </Popover>
      </Dialog>,
    );
    await user.click(screen.getByRole('button', { name: 'Where' }));
    await user.click(await screen.findByRole('button', { name: 'Facility: All' }));
    await waitFor(() => expect(focused()).toBe('Search Facility'));
    const path = [];
    for (let press = 0; press < 3; press += 1) {
      await user.keyboard('{Escape}');
      path.push([focused(), onClose.mock.calls.length]);
    }
    expect(path).toEqual([
      ['Facility: All', 0],
      ['Where', 0],
      ['Where', 1],
    ]);
  });

  it('on the button of an open list closes the list', async () => {
    const user = userEvent.setup();
    const onClose = jest.fn();
    render(
      <Dialog title="A rule" onClose={onClose}>
        {facility}
      </Dialog>,
    );
    const button = screen.getByRole('button', { name: 'Facility: All' });
    await user.click(button);
    await waitFor(() => expect(focused()).toBe('Search Facility'));
    await user.keyboard('{Shift>}{Tab}{/Shift}{Escape}');
    expect([onClose.mock.calls.length, button.getAttribute('aria-expanded'), focused()]).toEqual([
      0,
      'false',
      'Facility: All',
    ]);
  });
});

describe('keys of an input method, while it composes a word,', () => {
  const COMPOSING = { isComposing: true, bubbles: true } as const;

  it('close neither a dialog nor a drawer', () => {
    const onClose = jest.fn();
    render(
      <Drawer title="Filters" onClose={onClose}>
        <input aria-label="Words" />
      </Drawer>,
    );
    render(
      <Dialog title="A rule" onClose={onClose}>
        <input aria-label="Name" />
      </Dialog>,
    );
    for (const field of ['Words', 'Name'])
      fireEvent.keyDown(screen.getByLabelText(field), { key: 'Escape', ...COMPOSING });
    expect(onClose).not.toHaveBeenCalled();
  });

  it('neither choose in a list nor close it', async () => {
    const user = userEvent.setup();
    render(facility);
    await user.click(screen.getByRole('button', { name: 'Facility: All' }));
    const field = await screen.findByRole('combobox');
    const before = field.getAttribute('aria-activedescendant');
    for (const key of ['ArrowDown', 'Enter', 'Escape']) fireEvent.keyDown(field, { key, ...COMPOSING });
    expect([field.isConnected, field.getAttribute('aria-activedescendant')]).toEqual([true, before]);
  });
});

function Saving({ title }: { readonly title: string }) {
  const [saving, setSaving] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setSaving(true)}>
        Save as
      </button>
      {saving && (
        <Dialog title={title} onClose={() => setSaving(false)}>
          <input aria-label="Name" autoFocus />
        </Dialog>
      )}
    </>
  );
}

const dialogs = () => screen.queryAllByRole('dialog', { hidden: true }).map((each) => each.textContent);

it.each([false, true])(
  'Escape in a dialog leaves the drawer open that it was opened from (beside: %s)',
  async (beside) => {
    const narrow = window.matchMedia;
    window.matchMedia = (query) => Object.assign(narrow(query), { matches: beside });
    const user = userEvent.setup();
    const onClose = jest.fn();
    render(
      <Drawer title="Filters" beside={beside} onClose={onClose}>
        <Saving title="Save the filters" />
      </Drawer>,
    );
    window.matchMedia = narrow;
    await user.click(screen.getByRole('button', { name: 'Save as' }));
    await user.keyboard('{Escape}');
    expect({ dialogs: dialogs(), drawerClosed: onClose.mock.calls.length, focused: focused() }).toEqual({
      dialogs: ['FiltersSave as'],
      drawerClosed: 0,
      focused: 'Save as',
    });
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  },
);

function Steps() {
  const [step, setStep] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setStep(1)}>
        Hand over
      </button>
      {step > 0 && (
        <Dialog key={step} title={`Step ${step}`} onClose={() => setStep(0)}>
          <button type="button" autoFocus onClick={() => setStep((step + 1) % 4)}>
            After step {step}
          </button>
        </Dialog>
      )}
    </>
  );
}

it('a dialog that takes the place of another keeps the focus, and returns it to what opened the first', async () => {
  const user = userEvent.setup();
  render(<Steps />);
  await user.click(screen.getByRole('button', { name: 'Hand over' }));
  const path = [focused()];
  for (let press = 0; press < 3; press += 1) {
    await user.click(screen.getByRole('button', { name: /^After step/ }));
    path.push(focused());
  }
  expect(path).toEqual(['After step 1', 'After step 2', 'After step 3', 'Hand over']);
});

it('takes the focus to its heading if nothing in it takes it, so that a screen reader reads its title', () => {
  render(
    <Dialog title="A task" onClose={() => undefined}>
      <button type="button">Close</button>
    </Dialog>,
  );
  expect(focused()).toBe('A task');
});

function Rules() {
  const [open, setOpen] = useState(false);
  const [rules, setRules] = useState(['First', 'Second']);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Alarms
      </button>
      {open && (
        <Dialog title="Rules" onClose={() => setOpen(false)}>
          {rules.map((rule) => (
            <button key={rule} type="button" onClick={() => setRules(rules.filter((each) => each !== rule))}>
              Remove {rule}
            </button>
          ))}
        </Dialog>
      )}
    </>
  );
}

it('keeps the focus inside when what has it is removed', async () => {
  const user = userEvent.setup();
  render(<Rules />);
  await user.click(screen.getByRole('button', { name: 'Alarms' }));
  await user.click(screen.getByRole('button', { name: 'Remove Second' }));
  await waitFor(() => expect(focused()).toBe('Rules'));
  await user.keyboard('{Escape}');
  expect(focused()).toBe('Alarms');
});

function Record({ isNamed }: { readonly isNamed: boolean }) {
  const [step, setStep] = useState<'shown' | 'asked' | 'decided' | 'over'>('shown');
  return (
    <main id="page" tabIndex={-1} aria-label="Page">
      <section>
        {isNamed && <h1 tabIndex={-1}>Ada Quinn</h1>}
        {(step === 'shown' || step === 'asked') && (
          <button type="button" onClick={() => setStep('asked')}>
            Decline
          </button>
        )}
      </section>
      {(step === 'asked' || step === 'decided') && (
        <Dialog title="Decline" onClose={() => setStep('over')}>
          <button type="button" autoFocus onClick={() => setStep('decided')}>
            Confirm
          </button>
        </Dialog>
      )}
    </main>
  );
}

it.each([
  ['what is nearest to it', true, 'Ada Quinn'],
  ['the page', false, 'Page'],
])('returns the focus to %s if what opened it is gone', async (_, isNamed, expected) => {
  const user = userEvent.setup();
  render(<Record isNamed={isNamed} />);
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await user.keyboard('{Escape}');
  expect(focused()).toBe(expected);
});

function Panel() {
  const [shown, setShown] = useState<'page' | 'panel' | 'document'>('page');
  return (
    <>
      <button type="button" onClick={() => setShown('panel')}>
        Notifications
      </button>
      {shown === 'panel' && (
        <Drawer title="Panel" onClose={() => setShown('page')}>
          <button type="button" onClick={() => setShown('document')}>
            Show
          </button>
        </Drawer>
      )}
      {shown === 'document' && (
        <Dialog title="License" onClose={() => setShown('page')}>
          <button type="button" autoFocus onClick={() => setShown('page')}>
            Close
          </button>
        </Dialog>
      )}
    </>
  );
}

it('a dialog that takes the place of a drawer keeps the focus, and returns it to what opened the drawer', async () => {
  const user = userEvent.setup();
  render(<Panel />);
  await user.click(screen.getByRole('button', { name: 'Notifications' }));
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(focused()).toBe('Close');
  await user.keyboard('{Enter}');
  expect(focused()).toBe('Notifications');
});

function Summary() {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      {open === null && (
        <button type="button" onClick={() => setOpen(true)}>
          12 more notifications
        </button>
      )}
      <main id="page" tabIndex={-1} aria-label="Page">
        <button type="button">Elsewhere</button>
      </main>
      {open === true && (
        <Drawer title="Panel" beside onClose={() => setOpen(false)}>
          Rows
        </Drawer>
      )}
    </>
  );
}

it('a drawer returns the focus to the page if what opened it is gone', async () => {
  const user = userEvent.setup();
  render(<Summary />);
  await user.click(screen.getByRole('button', { name: '12 more notifications' }));
  expect(focused()).toBe('Close Panel');
  await user.keyboard('{Enter}');
  expect(focused()).toBe('Page');
});
