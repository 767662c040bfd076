/** @jest-environment jsdom */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PERMISSIONS } from '../../contract/base/permissions';
import type { UserInfo } from '../../contract/identity/ownSession.endpoints';
import type { HandOff } from '../../contract/shell/runtimeConfig';
import type { Appearance } from '../../sagas/base/ports/page';
import { dueCounted } from '../../sagas/features/tasks/tasks.slice';
import { noticeShown, noticeUndoOver, noticesHeld } from '../../sagas/base/notices/notices.slice';
import { paletteOpened } from '../../sagas/features/palette/palette.intents';
import { changePasswordOpened } from '../../sagas/features/changePassword/changePassword.slice';
import { handOffBlocked, handOffRequested } from '../../sagas/features/handOffs/handOffs.slice';
import { clientChoicesArrived, clientChosen } from '../../sagas/navigation/location/clients.slice';
import { menuPressed, navigateRequested, pageMoved, pageNamed } from '../../sagas/navigation/location/location.slice';
import { button, everythingFetched, show } from './support/show';
import { after, signedIn } from './support/states';
import { signOutRequested } from '../../sagas/session/session.events';

const EVERYTHING: Partial<UserInfo> = { permissions: [...PERMISSIONS], prnOrganization: true };
const manager = (width?: number) => signedIn(EVERYTHING, '/vms/dashboard', width);
const focused = () => document.activeElement?.textContent ?? '';
const bar = () => screen.getByRole('navigation', { name: 'Main menu' });
const inBar = (name: string) => within(bar()).getByRole(name === 'Jobs' ? 'link' : 'button', { name });

/** Compiling the shell's code takes long, once. */
beforeAll(everythingFetched);

Element.prototype.scrollIntoView = () => undefined;

describe('the main menu by keyboard', () => {
  it('moves from entry to entry by arrow keys, cyclically', async () => {
    const { user } = await show(manager());
    act(() => inBar('Home').focus());
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('Admin');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(focused()).toBe('Learning');
    await user.keyboard('{Home}');
    expect(focused()).toBe('Home');
    await user.keyboard('{End}{ArrowRight}');
    expect(focused()).toBe('Home');
  });

  it('opens a group with Down, moves within it, and Escape returns to the group', async () => {
    const { user } = await show(manager());
    act(() => inBar('Back Office').focus());
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Creation');
    expect(inBar('Back Office').getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Timesheet Import');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Timesheets');
    await user.keyboard('{Escape}');
    expect(focused()).toBe('Back Office');
    expect(inBar('Back Office').getAttribute('aria-expanded')).toBe('false');
    expect(within(bar()).queryByRole('link', { name: 'Creation' })).toBeNull();
  });

  it('closes an open group when the focus goes elsewhere', async () => {
    const { user } = await show(manager());
    act(() => inBar('PRN').focus());
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(focused()).toBe('Reports');
    expect(inBar('PRN').getAttribute('aria-expanded')).toBe('false');
  });

  it('opens an entry by Enter, without loading the page', async () => {
    const { user, intents } = await show(manager());
    act(() => inBar('Reports').focus());
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(intents).toEqual([
      menuPressed({ to: '/vms/nexusreports/backoffice' }),
      navigateRequested({ to: '/vms/nexusreports/backoffice' }),
    ]);
    expect(focused()).toBe('Reports');
  });

  it('marks the current page, in the bar and in its group', async () => {
    const { move, user } = await show(manager());
    await move(
      after(manager(), pageMoved({ location: { pathname: '/vms/prn/orders', search: '', key: '2' }, by: 'push' })),
    );
    await user.click(inBar('PRN'));
    expect(screen.getByRole('link', { name: 'Orders' }).getAttribute('aria-current')).toBe('page');
    expect(within(bar()).queryAllByRole('link', { current: 'page' })).toHaveLength(1);
  });

  it('opens other services', async () => {
    const { user, intents } = await show(manager());
    await user.click(inBar('Learning'));
    await user.click(button('Tutorials (opens a new tab)'));
    expect(intents).toEqual([handOffRequested({ to: 'training' })]);
  });
});

describe('the menu on a narrow screen', () => {
  const openDrawer = async () => {
    const shown = await show(manager(390));
    await shown.user.click(button('Menu'));
    return { ...shown, drawer: screen.getByRole('dialog', { name: 'Menu' }) };
  };

  it('is a drawer that traps the focus and returns it', async () => {
    const { user, drawer } = await openDrawer();
    expect(drawer.contains(document.activeElement)).toBe(true);
    expect(document.getElementById('root')?.hasAttribute('inert')).toBe(true);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.getElementById('root')?.hasAttribute('inert')).toBe(false);
    expect(document.activeElement).toBe(button('Menu'));
  });

  it('opens the current group, and closes when an entry is chosen', async () => {
    const { user, intents, drawer } = await openDrawer();
    expect(within(drawer).getByRole('link', { name: 'Home Dashboard' }).getAttribute('aria-current')).toBe('page');
    await user.click(within(drawer).getByRole('button', { name: 'PRN' }));
    await user.click(within(drawer).getByRole('link', { name: 'Weekly Schedule' }));
    expect(intents).toEqual([
      menuPressed({ to: '/vms/prn/weeklyschedule' }),
      navigateRequested({ to: '/vms/prn/weeklyschedule' }),
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the top bar', () => {
  const profile = async (user: Partial<UserInfo> = {}) => {
    const shown = await show(signedIn(user));
    await shown.user.click(button('Profile of Maria Keller, MK'));
    return shown;
  };

  it.each([
    ['Ctrl K opens', { key: 'k', ctrlKey: true }, 1],
    ['Cmd K opens', { key: 'k', metaKey: true }, 1],
    ['Ctrl K with Caps Lock on opens', { key: 'K', ctrlKey: true }, 1],
    ['Ctrl Shift K does not open', { key: 'K', ctrlKey: true, shiftKey: true }, 0],
  ])('%s the palette', async (_, key, times) => {
    const { intents } = await show(manager());
    fireEvent.keyDown(document.body, key);
    expect(intents.filter((intent) => paletteOpened.match(intent))).toHaveLength(times);
  });

  it('changes the password, opens the learning site and logs out from the profile menu', async () => {
    const { user, intents } = await profile();
    await user.click(button('Change Password'));
    await user.click(button('Profile of Maria Keller, MK'));
    await user.click(button('Nexus University (opens a new tab)'));
    await user.click(button('Profile of Maria Keller, MK'));
    await user.click(button('LogOut'));
    expect(intents).toEqual([changePasswordOpened(), handOffRequested({ to: 'learning' }), signOutRequested()]);
  });

  it('uses the agency’s name for the learning site if it has one', async () => {
    await profile({ agencyBrandedLEU: true, agencyBrandedMenuLabel: 'Summit Academy' });
    expect(button('Summit Academy (opens a new tab)')).toBeTruthy();
  });

  it('uses that name in the main menu and for a blocked tab, too', async () => {
    const branded = { ...EVERYTHING, agencyBrandedLEU: true, agencyBrandedMenuLabel: 'Summit Academy' };
    const url = 'https://learn.example.org/?key=k';
    const { user } = await show(after(signedIn(branded), handOffBlocked({ to: 'learning', url, fields: null })));
    await user.click(inBar('Learning'));
    expect(within(bar()).getByRole('button', { name: 'Summit Academy (opens a new tab)' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open Summit Academy' })).toBeTruthy();
  });

  it.each<[readonly HandOff[], number]>([
    [[], 0],
    [['training'], 0],
    [['learning'], 1],
  ])('with the services %j has the learning site %i times', async (handOffs, count) => {
    const state = signedIn();
    const { user } = await show({ ...state, config: { ...state.config, handOffs } });
    await user.click(button('Profile of Maria Keller, MK'));
    expect(screen.queryAllByRole('button', { name: 'Nexus University (opens a new tab)' })).toHaveLength(count);
  });

  it.each([
    ['agencyBrandedLEU is off', { agencyBrandedLEU: false, agencyBrandedMenuLabel: 'Summit Academy' }],
    ['there is no label', { agencyBrandedLEU: true, agencyBrandedMenuLabel: '' }],
  ])('uses its usual name if %s', async (_, facts) => {
    await profile(facts);
    expect(button('Nexus University (opens a new tab)')).toBeTruthy();
  });

  it.each([
    ['VMS', 1],
    ['CLIENT', 0],
    ['AGENCY', 0],
    ['OWNER', 0],
  ] as const)('has the task calendar for users of a VMS organization: %s, %i', async (organizationType, count) => {
    await show(signedIn({ organizationType }));
    expect(screen.queryAllByRole('link', { name: /^Task calendar/ })).toHaveLength(count);
  });

  it('has the task calendar for an MSP user, who belongs to a VMS organization', async () => {
    await show(signedIn({ userType: 'MSP', userTypeIds: ['MSP'], organizationType: 'VMS' }));
    expect(screen.getByRole('link', { name: /^Task calendar/ })).toBeTruthy();
  });

  it('opens exactly the tasks that the task calendar counts: those due today', async () => {
    await show(after(signedIn({ organizationType: 'VMS' }), dueCounted({ count: 2 })));
    const link = screen.getByRole('link', { name: 'Task calendar: 2 due today' });
    expect(link.getAttribute('href')).toBe('/vms/vms-task?status=OPEN&assigned=ME,NOBODY&dueInDays=0..0');
  });
});

describe('the dropdown of facilities', () => {
  const CHOICES = [
    { value: 'a0000000-0000-4000-8000-000000000001', label: 'Lakeside Medical Center' },
    { value: 'a0000000-0000-4000-8000-000000000002', label: 'St. Brendan Hospital' },
  ];
  const at = (search: string) =>
    after(
      manager(),
      clientChoicesArrived(CHOICES),
      pageMoved({ location: { pathname: '/vms/jobs', search, key: '2' }, by: 'push' }),
    );

  it('is searched and used by keyboard', async () => {
    const { user, intents } = await show(at(''));
    act(() => button('Facility: All facilities').focus());
    await user.keyboard('{ArrowDown}hosp bren');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['St. Brendan Hospital']);
    await user.keyboard('{Enter}');
    expect(intents).toContainEqual(clientChosen({ clientId: CHOICES[1]!.value }));
  });

  it('shows that nothing matches, and Escape changes nothing', async () => {
    const { user, intents } = await show(at(''));
    await user.click(button('Facility: All facilities'));
    await user.keyboard('zzz');
    expect(screen.getByText('Nothing matches. Try fewer letters.')).toBeTruthy();
    await user.keyboard('{Enter}{Escape}');
    expect(intents.filter(clientChosen.match)).toEqual([]);
    expect(document.activeElement).toBe(button('Facility: All facilities'));
  });

  it('shows an unknown facility as unknown, with a way back to all', async () => {
    const { user, intents } = await show(at('?clientId=a0000000-0000-4000-8000-00000000000f'));
    expect(button('Facility: Unknown facility')).toBeTruthy();
    await user.click(button('Show all facilities'));
    expect(intents).toContainEqual(clientChosen({ clientId: null }));
  });

  it.each(['VMS', 'MSP'] as const)('is shown for %s', async (userType) => {
    await show(signedIn({ ...EVERYTHING, userType }, '/vms/jobs'));
    expect(button('Facility: All facilities')).toBeTruthy();
  });

  it.each(['CLIENT', 'AGENCY', 'OWNER'] as const)('is hidden for %s', async (userType) => {
    await show(
      signedIn(
        { ...EVERYTHING, userType },
        { CLIENT: '/facility/jobs', AGENCY: '/supplier/users', OWNER: '/owner/home' }[userType],
      ),
    );
    expect(screen.queryByRole('button', { name: /^Facility:/ })).toBeNull();
  });
});

describe('the footer', () => {
  it('names the year, the product and the contacts', async () => {
    await show(signedIn({ footerEmail: 'help@example.org', footerPhone: '(555) 01-00' }));
    const footer = screen.getByRole('contentinfo');
    expect(footer.textContent).toContain(`© ${new Date().getFullYear()}`);
    expect(footer.textContent).toContain('Powered by Staffing VMS');
    expect(within(footer).getByRole('link', { name: 'help@example.org' }).getAttribute('href')).toBe(
      'mailto:help@example.org',
    );
    expect(within(footer).getByRole('link', { name: '(555) 01-00' }).getAttribute('href')).toBe('tel:5550100');
  });

  it('omits a missing contact', async () => {
    await show(signedIn({ footerEmail: '', footerPhone: '' }));
    expect(within(screen.getByRole('contentinfo')).queryAllByRole('link')).toEqual([]);
  });
});

it.each([
  ['/vms/admin/nowhere', 'Page not found', 'Page not found'],
  ['/unauthorized', 'Unauthorized access.', 'Unauthorized access'],
])('the page of %s gives the tab its name', async (pathname, heading, name) => {
  const { intents } = await show(signedIn(EVERYTHING, pathname));
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  expect(intents.filter(pageNamed.match)).toEqual([pageNamed({ pathname, name })]);
});

describe('a dialog whose code cannot be loaded', () => {
  const NO_NETWORK = () => {
    throw new Error('no network');
  };
  const APPEARANCE = { theme: 'light', density: 'normal', singleKeys: true } as unknown as Appearance;
  const style = document.createElement('style');
  beforeAll(() => {
    jest.doMock('../../src/screens/appearance/AppearanceDialog', NO_NETWORK);
    style.textContent = readFileSync(path.join(__dirname, '../../src/ui/theme/notices.css'), 'utf8');
    document.head.append(style);
  });
  afterAll(() => {
    jest.dontMock('../../src/screens/appearance/AppearanceDialog');
    style.remove();
  });

  it('says so over the page, and Retry leaves the focus at the page', async () => {
    const { user } = await show({ ...manager(), ...{ appearance: APPEARANCE } });
    const place = (await screen.findByRole('alert')).parentElement!;
    expect(place.textContent).toMatch(/^This part of the page could not be loaded\./);
    expect(getComputedStyle(place).position).toBe('fixed');
    // An open drawer makes the root inert.
    expect(place.closest('#root')).toBeNull();
    act(() => button('Retry').focus());
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(await screen.findByRole('alert')).toBeTruthy();
  });
});

describe('messages beside the page', () => {
  it('can be dismissed, and stay while they have the pointer or the focus', async () => {
    const { user, intents } = await show(
      after(manager(), noticeShown({ tone: 'warning', text: 'Unauthorized access.' })),
    );
    expect(screen.getByText('Unauthorized access.').closest('[role="status"]')).toBeTruthy();
    await user.click(button('Dismiss'));
    expect(intents[0]).toEqual(noticesHeld());
    expect(intents.map(({ type }) => type)).toContain('notices/noticeDismissed');
  });

  it('are announced one by one: a second one does not repeat the first', async () => {
    await show(after(manager(), noticeShown({ tone: 'info', text: 'One.' })));
    const list = screen.getByText('One.').closest('[role="status"]');
    expect(list?.getAttribute('aria-atomic')).toBe('false');
  });

  it('that are dismissed or undone by keyboard leave the focus at the next one, and at last at the page', async () => {
    const { user } = await show(
      after(
        manager(),
        noticeShown({ tone: 'info', text: 'One.' }),
        noticeShown({ tone: 'positive', text: 'Approved.', undo: noticesHeld() }),
      ),
      { react: (action, state) => after(state, action) },
    );
    act(() => screen.getAllByRole('button', { name: 'Dismiss' })[0]!.focus());
    await user.keyboard('{Enter}');
    expect([screen.queryByText('One.'), document.activeElement]).toEqual([null, button('Dismiss')]);
    act(() => button('Undo').focus());
    await user.keyboard('{Enter}');
    expect([screen.queryByText('Approved.'), document.activeElement?.id]).toEqual([null, 'page']);
  });

  it('whose time to undo is over keep the focus', async () => {
    const undo = signOutRequested();
    const shown = after(manager(), noticeShown({ tone: 'positive', text: 'Approved.', undo, undoMs: 3_000 }));
    const { move } = await show(shown);
    act(() => button('Undo').focus());
    await move(after(shown, noticeUndoOver({ id: shown.notices!.shown[0]!.id })));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(document.activeElement).toBe(button('Dismiss'));
  });

  it('a blocked form is a button for the user, with all fields', async () => {
    const fields = { timestamp: 't', email: 'a@b.example', hash: 'h' };
    await show(after(manager(), handOffBlocked({ to: 'training', url: 'https://training.example.org/sso', fields })));
    const form = button('Open Tutorials').closest('form')!;
    expect([form.method, form.action, form.target]).toEqual(['post', 'https://training.example.org/sso', '_blank']);
    expect(Object.fromEntries(new FormData(form))).toEqual(fields);
  });

  it('a blocked address is a link for the user', async () => {
    await show(
      after(manager(), handOffBlocked({ to: 'learning', url: 'https://learn.example.org/?key=k', fields: null })),
    );
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open Nexus University' });
    expect([link.href, link.target, link.rel]).toEqual([
      'https://learn.example.org/?key=k',
      '_blank',
      'noopener noreferrer',
    ]);
  });
});
