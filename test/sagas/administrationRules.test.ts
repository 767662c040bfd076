/** The rules of the administration forms, as tables. */
import fc from 'fast-check';
import { PERMISSIONS, RESTRICTIONS, type Permission } from '../../contract/base/permissions';
import {
  bodyOf,
  offsetMoment,
  reachOf,
  zoneName,
  type ComposeValues,
} from '../../sagas/features/admin/broadcasts/compose.rules';
import { messageHtml } from '../../sagas/features/admin/broadcasts/messageHtml';
import { wallInstant } from '../../sagas/base/zones';
import { rebaseFields } from '../../sagas/features/admin/forms/forms.selectors';
import { newRole, searchPermissions, lockOf, rebasedRole } from '../../sagas/features/admin/roles/roles.rules';
import { sanitizeHtml } from '../../server/features/broadcasts/sanitizeHtml';

describe('a typed message', () => {
  it.each([
    ['One line', '<p>One line</p>'],
    ['One\ntwo', '<p>One<br>two</p>'],
    ['One\r\n\r\n\r\ntwo', '<p>One</p><p>two</p>'],
    ['Note:\n- first\n- **second**', '<p>Note:</p><ul><li>first</li><li><strong>second</strong></li></ul>'],
    ['2 * 3 ** 4', '<p>2 * 3 ** 4</p>'],
    [
      'See https://example.org/a?b=1&c=2.',
      '<p>See <a href="https://example.org/a?b=1&amp;c=2">https://example.org/a?b=1&amp;c=2</a>.</p>',
    ],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['   \n  ', ''],
  ])('%j', (typed, html) => {
    expect(messageHtml(typed)).toBe(html);
  });

  it.each([
    ['“X”', '“X”'],
    ['"X."', '&quot;X.&quot;'],
    ["‘X’ or 'X'", "‘X’ or 'X'"],
    ['**X**', '<strong>X</strong>'],
    ['**Read X, today** or *X*', '<strong>Read X, today</strong> or *X*'],
  ])('links an address (X) without the quotes and stars around it: %s', (typed, html) => {
    const address = 'https://a.example/x';
    const link = `<a href="${address}">${address}</a>`;
    expect(messageHtml(typed.replaceAll('X', address))).toBe(`<p>${html.replaceAll('X', link)}</p>`);
  });

  it('is what the server keeps: the preview shows what its readers get', () => {
    const piece = fc.constantFrom('- ', '**', '\n', '\n\n', '<b>', '&amp;', '"', 'https://a.example/x', ' ', 'word');
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme-ascii' })), { maxLength: 12 }), (pieces) => {
        const html = messageHtml(pieces.join(''));
        const text = (of: string) =>
          of
            .replace(/<[^>]*>/g, '')
            .replace(/&#39;/g, "'")
            .replace(/\s+/g, '');
        expect(text(sanitizeHtml(html))).toBe(text(html));
      }),
    );
  });
});

describe('a time in a zone', () => {
  it.each([
    ['2026-01-15T10:30', 'UTC', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15T10:30', 'America/New_York', '2026-01-15T15:30:00.000Z'],
    ['2026-07-15T10:30', 'America/New_York', '2026-07-15T14:30:00.000Z'],
    ['2026-07-15T10:30', 'America/Phoenix', '2026-07-15T17:30:00.000Z'],
    // The clocks jump over this hour.
    ['2026-03-08T02:30', 'America/New_York', null],
    // This hour occurs twice: the first one counts.
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-02-30T10:30', 'UTC', null],
    ['', 'UTC', null],
    ['tomorrow', 'UTC', null],
  ])('%s in %s', (wall, zone, iso) => {
    const ms = wallInstant(wall, zone);
    expect(ms === null ? null : new Date(ms).toISOString()).toBe(iso);
  });
});

describe('the offset of a zone in the form of a broadcast', () => {
  const [winter, summer, openedAt] = ['2026-12-01T10:00', '2026-07-01T10:00', Date.UTC(2026, 9, 15, 12)];
  const none = { when: 'now', sendAt: '', acceptBy: '', endsAt: '' } as const;
  it.each([
    ['today, without a time', none, 'New York (GMT-4)'],
    ['when it is sent', { ...none, when: 'later', sendAt: winter, endsAt: summer } as const, 'New York (GMT-5)'],
    ['when it ends, if it is sent now', { ...none, sendAt: summer, endsAt: winter }, 'New York (GMT-5)'],
    ['at the deadline', { ...none, acceptBy: winter, endsAt: summer }, 'New York (GMT-5)'],
    ['today, if there is no such time', { ...none, acceptBy: '2026-03-08T02:30' }, 'New York (GMT-4)'],
  ])('%s', (_, values, name) => {
    const zone = 'America/New_York';
    expect(zoneName(zone, offsetMoment(values, zone, openedAt))).toBe(name);
  });
});

describe('the recipients of a broadcast', () => {
  const audience = {
    types: [
      { type: 'CLIENT', people: 12 },
      { type: 'AGENCY', people: 40 },
    ],
    organizations: [
      { id: 'lakeside', name: 'Lakeside', type: 'CLIENT', people: 5 },
      { id: 'summit', name: 'Summit', type: 'AGENCY', people: 9 },
    ],
  };
  const values = (facts: Partial<ComposeValues>) => ({ organizationTypes: [], organizationIds: [], ...facts }) as never;

  it.each([
    ['no one', {}, 0],
    ['one type', { organizationTypes: ['CLIENT'] }, 12],
    ['one organization', { organizationIds: ['summit'] }, 9],
    [
      'an organization of a type that is chosen counts once',
      { organizationTypes: ['CLIENT'], organizationIds: ['lakeside'] },
      12,
    ],
    ['both', { organizationTypes: ['CLIENT'], organizationIds: ['summit'] }, 21],
  ] as const)('%s', (_, facts, people) => {
    expect(reachOf(audience, values(facts as Partial<ComposeValues>))).toBe(people);
  });

  it('a message sent now has no time, even if one was typed before', () => {
    const typed = {
      subject: ' Hours ',
      message: 'New',
      when: 'now',
      sendAt: '2026-01-15T10:30',
      endsAt: '',
      zone: 'UTC',
    };
    const body = bodyOf(values(typed as Partial<ComposeValues>), 'd1');
    expect(body).toMatchObject({ subject: 'Hours', template: '<p>New</p>', broadcastDocumentId: 'd1' });
    expect(Object.keys(body)).not.toContain('sendAt');
  });
});

describe('the permissions of a role', () => {
  const held: readonly Permission[] = ['MENU_JOB', 'JOB_VIEW'];
  const { groups } = newRole({ permissions: [...held] });
  const all = groups.flatMap(({ permissions }) => permissions);

  it('are all listed; those that give something the user does not have show why they are locked', () => {
    expect(all.map(({ code }) => code).sort()).toEqual([...PERMISSIONS].sort());
    expect(
      all
        .filter((each) => lockOf(each) === null)
        .map(({ code }) => code)
        .sort(),
    ).toEqual([...held, ...RESTRICTIONS].sort());
    expect(lockOf({ code: 'ROLE_EDIT', name: 'Edit roles', granted: true, grantable: false })).toBeNull();
  });

  it.each([
    ['dispute', ['SUBMENU_TIMESHEET_DISPUTE_QUEUE', 'TIMESHEET_SUBMIT', 'TIMESHEET_APPROVE']],
    ['EDIT roles', ['ROLE_EDIT']],
    ['no such thing', []],
  ])('are found by %j', (search, codes) => {
    const found = searchPermissions(groups, search).flatMap(({ permissions }) => permissions);
    expect(found.map(({ code }) => code)).toEqual(codes);
  });

  it('changed here stay changed on top of what another user has saved, ticked or not', () => {
    const role = (...permissions: Permission[]) => ({ name: 'Clerk', permissions });
    const typed = role('MENU_JOB', 'ROLE_EDIT');
    const before = role('MENU_JOB', 'USER_EDIT');
    const now = role('MENU_JOB', 'USER_EDIT', 'JOB_VIEW');
    expect(rebasedRole(typed, before, now).permissions).toEqual(['JOB_VIEW', 'MENU_JOB', 'ROLE_EDIT']);
  });
});

it('fields not touched here take the newer values', () => {
  const before = { email: 'a@b.example', lastName: 'Lee', roleIds: ['r1'] };
  const typed = { ...before, lastName: 'Leeds' };
  const now = { email: 'new@b.example', lastName: 'Li', roleIds: ['r1', 'r2'] };
  expect(rebaseFields(typed, before, now)).toEqual({ ...now, lastName: 'Leeds' });
});
