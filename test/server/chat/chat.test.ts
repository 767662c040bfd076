/** Chat with candidates on the real database: threads, messages, read marks, files and permissions. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { startProgram, type Program } from '../notifications/support';
import { CHATTING, candidateWrites, reaches, talker, type Talker } from './support';

let program: Program;
let manager: Talker;
let supplier: Talker;
let other: Talker;
/** Of the first supplier, and of the second. */
let ours: string;
let theirs: string;

beforeAll(async () => {
  program = await startProgram();
  [ours, theirs] = program.world.candidateOf;
});
afterAll(() => program.server.stop());
/** New users, who have not read anything yet. */
beforeEach(async () => {
  [manager, supplier, other] = await Promise.all([
    talker(program, 'MANAGER'),
    talker(program, 'SUPPLIER-1'),
    talker(program, 'SUPPLIER-2'),
  ]);
});

const PDF = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj');

describe('a message', () => {
  test('is shown to both companies with its author’s name, and as their own only to its author', async () => {
    const requestId = randomUUID();
    const { message } = await supplier.send(ours, { text: '  Can you start on Monday?  ', requestId });
    expect(message).toMatchObject({ text: 'Can you start on Monday?', fromCandidate: false, file: null, requestId });
    const seen = (await manager.messages(ours)).messages.at(-1);
    expect(seen).toEqual({ ...message, requestId: null });
  });

  test('is sent once for any number of requests, also simultaneous ones', async () => {
    const before = (await supplier.messages(ours)).thread.count;
    const requestId = randomUUID();
    const answers = await Promise.all(['one', 'two', 'three'].map((text) => supplier.send(ours, { text, requestId })));
    expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1);
    expect((await supplier.messages(ours)).thread.count).toBe(before + 1);
    // Another user's request with the same id is a separate one.
    await manager.send(ours, { text: 'mine', requestId });
    expect((await supplier.messages(ours)).thread.count).toBe(before + 2);
  });

  test('keeps its text unchanged, for any content', async () => {
    for (const text of [
      '<img src=x onerror=alert(1)>',
      "'; drop table chat_messages; --",
      '\u202Eabc',
      'a\nb',
      '🙂'.repeat(900),
    ]) {
      const { message } = await supplier.send(ours, { text });
      expect((await manager.messages(ours)).messages.at(-1)?.text).toBe(text);
      expect(message.text).toBe(text);
    }
  });

  test.each([
    ['nothing', { text: ' \n ' }, 400],
    ['more than it may hold', { text: 'x'.repeat(4_001) }, 400],
    ['a file that is no longer kept', { text: 'x', chatFileId: randomUUID() }, 409],
    ['a request without an id', { text: 'x', requestId: 'none' }, 400],
  ])('with %s is not sent', async (_, sent, status) => {
    const before = (await supplier.messages(ours)).thread.count;
    expect((await supplier.trySending(ours, sent)).status).toBe(status);
    expect((await supplier.messages(ours)).thread.count).toBe(before);
  });
});

describe('a thread', () => {
  test('numbers its messages without a gap, also those written at the same time, and pages backwards', async () => {
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0
          ? candidateWrites(program, theirs, `heard ${index}`)
          : other.send(theirs, { text: `said ${index}` }),
      ),
    );
    const last = await other.messages(theirs);
    const numbers = last.messages.map(({ number }) => number);
    expect([last.messages.length, last.more, last.thread.count]).toEqual([50, true, numbers.at(-1)]);
    const first = await other.messages(theirs, `before=${numbers[0]}`);
    const all = [...first.messages, ...last.messages];
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: last.thread.count }, (_, index) => index + 1));
    expect(first.more).toBe(false);
    const dates = all.map(({ createdDate }) => createdDate);
    expect(dates).toEqual([...dates].sort());
  });

  test('of a candidate without messages is empty', async () => {
    const { agency_id, ...row } = await program.owner
      .selectFrom('candidates')
      .selectAll()
      .where('id', '=', ours)
      .executeTakeFirstOrThrow();
    const id = randomUUID();
    const quiet = { ...row, agency_id, id, number: 900_001, first_name: 'Émile', last_name: 'Quiet' };
    await program.owner.insertInto('candidates').values(quiet).execute();
    const { thread, messages, more } = await supplier.messages(id);
    expect(thread).toMatchObject({ candidateName: 'Émile Quiet', count: 0, unread: 0, last: null });
    expect([messages, more]).toEqual([[], false]);
  });

  test('shows what has been delivered to and read by the candidate; writing marks earlier messages as read', async () => {
    const { thread } = await supplier.messages(ours);
    const { message } = await supplier.send(ours, { text: 'There?' });
    const state = async () => {
      const { delivered, seen } = (await supplier.messages(ours)).thread;
      return [delivered - message.number, seen - message.number];
    };
    expect((await state())[1]).toBeLessThan(0);
    await reaches(program, ours, message.number, 0);
    expect([(await state())[0], (await state())[1]! < 0]).toEqual([0, true]);
    // It never decreases, and does not exceed the last message.
    await reaches(program, ours, 1, thread.count + 50);
    expect(await state()).toEqual([0, 0]);
    await supplier.send(ours, { text: 'And now?' });
    await candidateWrites(program, ours, 'Yes');
    expect(await state()).toEqual([2, 2]);
  });
});

describe('unread messages', () => {
  test('are the candidates’ messages since the user’s start, per thread and in total, for each user', async () => {
    expect((await supplier.changes()).unread).toBe(0);
    await candidateWrites(program, ours, 'one');
    await candidateWrites(program, ours, 'two');
    await manager.send(ours, { text: 'an answer' });
    await candidateWrites(program, theirs, 'of the other one');
    const unread = async (who: Talker) => [
      (await who.changes()).unread,
      (await who.threads('unread=true')).records.map(({ thread }) => thread.unread),
    ];
    expect(await unread(supplier)).toEqual([2, [2]]);
    expect(await unread(manager)).toEqual([3, [1, 2]]);
    const { thread, messages } = await supplier.messages(ours);
    const two = messages.filter(({ fromCandidate }) => fromCandidate).at(-1)!;
    expect((await supplier.read(ours, two.number - 1)).unread).toBe(1);
    // It never decreases.
    expect((await supplier.read(ours, 1)).unread).toBe(1);
    expect((await supplier.read(ours, thread.count + 1_000)).unread).toBe(0);
    expect(await unread(supplier)).toEqual([0, []]);
    expect(await unread(manager)).toEqual([3, [1, 2]]);
  });

  test('are counted from the user’s first call on', async () => {
    await candidateWrites(program, ours, 'long ago');
    const late = await talker(program, 'SUPPLIER-1');
    expect((await late.changes()).unread).toBe(0);
    expect((await late.messages(ours)).thread.unread).toBe(0);
    await candidateWrites(program, ours, 'just now');
    expect((await late.changes()).unread).toBe(1);
  });

  test('add up with any number of simultaneous writers and readers', async () => {
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        if (index % 4 === 0) return void (await manager.read(ours, 1 + index * 3));
        if (index % 4 === 1) return void (await manager.send(ours, { text: 'said' }));
        await candidateWrites(program, index % 4 === 2 ? ours : theirs, 'heard');
      }),
    );
    const { unread } = await manager.changes();
    const { records } = await manager.threads();
    expect(unread).toBe(records.reduce((sum, { thread }) => sum + thread.unread, 0));
    expect(unread).toBeGreaterThan(0);
  });
});

describe('the changes since a position', () => {
  test('are complete, in order, and give the same state as a fresh read', async () => {
    const { position } = await supplier.changes();
    await candidateWrites(program, ours, 'one');
    await candidateWrites(program, theirs, 'not for this supplier');
    const { message } = await supplier.send(ours, { text: 'two' });
    await reaches(program, ours, message.number, 0);
    const changes = await supplier.changes(position);
    expect(changes).toMatchObject({ after: position, unread: 1, reset: false });
    expect(changes.messages.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(changes.threads).toEqual([(await supplier.messages(ours)).thread]);
    expect(await supplier.changes(changes.position)).toMatchObject({ threads: [], messages: [], unread: 1 });
  });

  test('come with the answer to the user’s own action', async () => {
    const { position } = await supplier.changes();
    const sent = await supplier.send(ours, { text: 'three', position });
    expect(sent.changes.messages).toEqual([sent.message]);
    await candidateWrites(program, ours, 'four');
    const read = await supplier.read(ours, sent.message.number + 1, sent.changes.position);
    expect([read.after, read.unread, read.threads.map((thread) => thread.unread)]).toEqual([
      sent.changes.position,
      0,
      [0],
    ]);
  });

  test('ask the page to reload if there are too many, or if the reader is ahead of the server', async () => {
    const { position } = await manager.changes();
    await program.server.database.withScope(program.scope(), async (queries) => {
      await sql`select chat_post(${ours}::uuid, true, null, null, 'many', null, null) from generate_series(1, 201)`.execute(
        queries,
      );
    });
    expect(await manager.changes(position)).toMatchObject({ reset: true, messages: [], threads: [] });
    const now = await manager.changes();
    expect(await manager.changes(now.position + 5)).toMatchObject({ reset: true, position: now.position });
  });
});

describe('the list of threads', () => {
  test('has the latest thread first, and finds by name, number and word prefixes', async () => {
    const mark = randomUUID().slice(0, 8);
    await candidateWrites(program, theirs, `The Überprüfung of ${mark} is done`);
    await candidateWrites(program, ours, 'later');
    const all = await manager.threads();
    expect(all.records.slice(0, 2).map(({ thread }) => thread.candidateId)).toEqual([ours, theirs]);
    expect(all.count).toBe(all.records.length);
    const find = async (q: string) => {
      const { records, count } = await manager.threads(`q=${encodeURIComponent(q)}`);
      expect(count).toBe(records.length);
      return records;
    };
    const byWord = await find(`uberpr ${mark.slice(0, 5)}`);
    expect(byWord).toMatchObject([{ thread: { candidateId: theirs }, match: `The Überprüfung of ${mark} is done` }]);
    const { candidateName, candidateNumber } = all.records[1]!.thread;
    expect((await find(candidateName)).map(({ thread }) => thread.candidateId)).toContain(theirs);
    expect((await find(String(candidateNumber))).map(({ thread }) => thread.candidateId)).toContain(theirs);
    for (const q of ["'", "a' & !b | (c", '%_\\', '!!', 'zzzznone', "x'::tsquery", ':*', '\u0301', '- \u0301'])
      expect(await find(q)).toEqual([]);
    expect((await other.threads(`q=${mark}`)).count).toBe(1);
    expect((await supplier.threads(`q=${mark}`)).count).toBe(0);
  });

  const foundBy = async (who: Talker, q: string) =>
    (await who.threads(`q=${encodeURIComponent(q)}`)).records.map(({ thread }) => thread.candidateId);

  describe('finds Mary-Jane O’Brien', () => {
    type Name = { readonly first_name: string; readonly last_name: string };
    let former: Name;
    const rename = (name: Name) => program.owner.updateTable('candidates').where('id', '=', theirs).set(name).execute();
    beforeAll(async () => {
      former = await program.owner
        .selectFrom('candidates')
        .select(['first_name', 'last_name'])
        .where('id', '=', theirs)
        .executeTakeFirstOrThrow();
      await candidateWrites(program, theirs, 'Hello');
      await rename({ first_name: 'Mary-Jane', last_name: "O'Brien" });
    });
    afterAll(() => rename(former));

    test.each(["O'Brien", 'O’Brien', 'brien', 'Mary-Jane', 'jane', "mary jane o'b"])('by %s', async (q) => {
      expect(await foundBy(manager, q)).toContain(theirs);
      expect([await foundBy(other, q), await foundBy(supplier, q)]).toEqual([[theirs], []]);
      expect(await foundBy(manager, `${q} zzzznone`)).toEqual([]);
    });
  });

  test.each([
    ['a telephone number', '555-1234', ['555-1234', '1234', '(555) 1234']],
    ['words with a hyphen', 'COVID-19', ['COVID-19', '19', 'covid 19']],
    ['words with a slash', 'RN/LPN', ['RN/LPN', 'lpn']],
    ['a date', '11/21/2026', ['11/21', '2026', '11/21/2026']],
    ['an address', 'eva.moss@mail.example.org', ['moss', 'example.org', 'eva.moss@mail.example.org']],
    ['a web address', 'https://forms.example.org/start?step=2', ['forms.example.org', 'start', 'step=2']],
    ['words in the marks of another language', '¿Cuándo? «Mañana»', ['cuando', 'Mañana', '¿Cuándo?']],
    ['words beside pictures', '👍Yes❤️see•you→soon', ['yes', 'see', 'you', 'soon', 'yes👍']],
    ['words of another script', 'Доброе утро', ['доброе', 'УТР']],
    ['a very long word', 'x'.repeat(80), ['x'.repeat(80)]],
  ])('finds a message by %s, as it is written and by each part', async (_, written, parts) => {
    const mark = randomUUID().slice(0, 8);
    await candidateWrites(program, theirs, `${mark} (${written}), ok`);
    for (const part of parts) expect([part, await foundBy(manager, `${part} ${mark}`)]).toEqual([part, [theirs]]);
  });

  test('is searched by a server of the former version as before', async () => {
    const mark = randomUUID().slice(0, 8);
    await candidateWrites(program, theirs, `Prüfung ${mark}, 555-1234`);
    const found = await program.server.database.withScope(program.scope(), async (queries) => {
      const { rows } = await sql<{ candidate_id: string }>`
        select candidate_id from chat_find(${`'pruf':* & '${mark}':*`})`.execute(queries);
      return rows.map((row) => row.candidate_id);
    });
    expect(found).toEqual([theirs]);
  });
});

describe('a file', () => {
  const upload = async (fileName: string, bytes: Buffer) => {
    const { status, json } = await supplier.tryUploading(ours, fileName, bytes);
    return { status, ...(json as { chatFileId: string; fileName: string; mediaType: string }) };
  };

  test('is typed by its bytes, belongs to one message, and can be downloaded by both companies', async () => {
    const { chatFileId, fileName, mediaType } = await upload('../li"cense\r\n.exe', PDF);
    expect([fileName, mediaType]).toEqual(['li cense .exe.pdf', 'application/pdf']);
    const path = `/files/${chatFileId}`;
    expect([(await supplier.get(path)).status, (await manager.get(path)).status]).toEqual([200, 404]);
    const { message } = await supplier.send(ours, { chatFileId });
    expect(message).toMatchObject({ text: '', file: { id: chatFileId, fileName, mediaType, size: PDF.length } });
    expect((await supplier.trySending(ours, { text: 'again', chatFileId })).status).toBe(409);
    const { status, headers, bytes } = await manager.get(path);
    expect([status, bytes.equals(PDF), headers['content-type']]).toEqual([200, true, 'application/octet-stream']);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="li cense .exe.pdf"/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain('sandbox');
    expect((await other.get(path)).status).toBe(404);
    expect((await supplier.threads()).records[0]?.thread.last).toMatchObject({ excerpt: '', fileName });
  });

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script>'), 415],
    ['a program', Buffer.from('MZ\0\0'), 415],
    ['nothing', Buffer.alloc(0), 415],
    ['more than 10 MiB', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 413],
  ])('that is %s is refused', async (_, bytes, status) => {
    expect((await upload('a.pdf', bytes)).status).toBe(status);
  });

  test('is only for its candidate and the user who uploaded it', async () => {
    const { chatFileId } = await upload('a.pdf', PDF);
    expect((await manager.trySending(ours, { text: 'x', chatFileId })).status).toBe(409);
    expect((await other.trySending(theirs, { text: 'x', chatFileId })).status).toBe(409);
    expect((await other.trySending(ours, { text: 'x', chatFileId })).status).toBe(404);
    expect((await supplier.send(ours, { chatFileId })).message.file?.id).toBe(chatFileId);
  });
});

describe('permissions', () => {
  test('to read without writing, and to not read at all', async () => {
    const reading = await talker(program, 'SUPPLIER-1', ['MENU_CANDIDATE']);
    expect((await reading.messages(ours)).thread.candidateId).toBe(ours);
    expect((await reading.trySending(ours, { text: 'x' })).status).toBe(401);
    expect((await reading.tryUploading(ours, 'a.pdf', PDF)).status).toBe(401);
    const { client, token } = await program.signedIn('SUPPLIER-1', ['CANDIDATE_CHAT_ANSWER']);
    for (const path of ['/changes', '/threads', `/candidates/${ours}/messages`]) {
      expect((await client.get(`/api-user/v1/chat${path}`, { token })).status).toBe(401);
    }
    const facility = await program.signedIn('FACILITY-1', CHATTING);
    expect((await facility.client.get('/api-user/v1/chat/threads', { token: facility.token })).status).toBe(401);
  });

  test('a candidate of another supplier is not found', async () => {
    for (const id of [theirs, randomUUID()]) {
      const answers = await Promise.all([
        supplier.get(`/candidates/${id}/messages`),
        supplier.trySending(id, { text: 'x' }),
        supplier.post(`/candidates/${id}/read`, { number: 1 }),
        supplier.tryUploading(id, 'a.pdf', PDF),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    const { records } = await supplier.threads();
    expect(records.map(({ thread }) => thread.candidateId)).not.toContain(theirs);
  });
});
