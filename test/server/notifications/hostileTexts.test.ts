/** User input stays text in outgoing mail and pushes: DOMPurify's own fixtures create no markup. */
import { JSDOM } from 'jsdom';
import { PURIFY_FIXTURES } from '../../browser/support/purifyFixtures';
import { PushService } from '../support/pushService';
import type { TestMail } from '../support/server';
import { API, saveRules, startProgram, type Program, type Reader } from './support';

let program: Program;
let pushes: PushService;
beforeAll(async () => {
  program = await startProgram();
  pushes = new PushService(() => program.server.app.services.keys.push.publicKey);
  await pushes.start();
});
afterAll(async () => {
  await pushes.stop();
  await program.server.stop();
});

/** Each is mailed immediately, and pushed to the phone. */
async function reached(): Promise<Reader> {
  const reader = await program.signedIn('MANAGER');
  const { client, token, user } = reader;
  const put = async (path: string, body: object) =>
    expect((await client.request('PUT', path, { token, body })).status).toBe(200);
  await put(`/api-user/v1/users/${user.id}/notification-preferences`, {
    records: [
      {
        ...{ subCategoryCode: 'COMPANY', notification: true, emailNotification: true },
        ...{ mobileNotification: false, allNotification: false },
      },
    ],
  });
  expect((await saveRules(reader, [{ kinds: ['COMPANY'], push: true, mail: 'AT_ONCE' }])).status).toBe(200);
  const subscription = { ...pushes.browser('phone').subscription, name: 'phone' };
  expect((await client.post(`${API}/devices`, subscription, { token })).status).toBe(200);
  return reader;
}

const BATCH = 20;

const parser = new new JSDOM().window.DOMParser();

/** The names of elements and attributes of a page, and its links. */
function partsOf(html: string) {
  const document = parser.parseFromString(html, 'text/html');
  const all = [...document.querySelectorAll('*')];
  return {
    elements: new Set(all.map(({ localName }) => localName)),
    attributes: new Set(all.flatMap((each) => each.getAttributeNames())),
    links: all.flatMap((each) => each.getAttribute('href') ?? each.getAttribute('src') ?? []),
    text: document.body.textContent,
  };
}

test('223 fixtures are only text in mails and pushes', async () => {
  expect(PURIFY_FIXTURES).toHaveLength(223);
  const { user } = await reached();
  const { deliveries, config } = program.server.app.services;
  // A subject is one line of at most 200 characters, as in the form; the whole text is the message.
  const subjectOf = (fixture: string, nth: number) => `${nth} ${fixture.replace(/\s+/g, ' ')}`.slice(0, 200).trim();
  const send = (subject: string, text: string) => program.publish({ kind: 'company', what: 'COMPANY', subject, text });
  const messages = [
    ['Harmless', 'One line.\n\nAnd another\nline.'] as const,
    ...PURIFY_FIXTURES.map((fixture, nth) => [subjectOf(fixture, nth), fixture] as const),
  ];
  const mails = new Map<string, TestMail>();
  // Only the newest mails can be listed.
  for (let from = 0; from < messages.length; from += BATCH) {
    for (const [subject, text] of messages.slice(from, from + BATCH)) await send(subject, text);
    for (let left = 1; left > 0;) {
      await deliveries.flush();
      const { count } = await program.owner
        .selectFrom('notification_deliveries')
        .where('user_id', '=', user.id)
        .where('status', '=', 'PENDING')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      left = Number(count);
    }
    for (const mail of await program.server.mailsTo(user.email)) mails.set(mail.subject, mail);
  }

  const harmless = partsOf([...mails.values()].find(({ subject }) => subject.includes('Harmless'))!.html!);
  expect([mails.size, harmless.elements.has('script')]).toEqual([224, false]);
  const { origin } = config.publicUrl;
  const faults = [...mails.values()].flatMap(({ subject, html = '' }) => {
    const { elements, attributes, links } = partsOf(html);
    const foreign = [
      ...[...elements].filter((each) => !harmless.elements.has(each)),
      ...[...attributes].filter((each) => !harmless.attributes.has(each)),
      ...links.filter((each) => !each.startsWith(`${origin}/`)),
    ];
    return foreign.length === 0 ? [] : [`${subject}: ${foreign.join(', ')}`];
  });
  expect(faults).toEqual([]);

  // Several are sent at the same time, so they arrive in any order.
  expect([...pushes.titlesOf('phone')].sort()).toEqual(messages.map(([subject]) => subject).sort());
  const led = pushes.received.map(({ message }) => String(message['url']));
  expect(led.filter((url) => !url.startsWith(`${origin}/open?notification=`))).toEqual([]);
});
