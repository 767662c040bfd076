/** Shows the demo's mail: a page for people, JSON for programs. Registered only in demo mode without SMTP_URL. */
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../database';
import type { Keys } from '../base/keys';
import { escapeHtml } from '../base/escapeHtml';

interface OutboxPageServices {
  readonly database: Database;
  readonly keys: Keys;
}

const SHOWN = 50;

interface DemoMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Undefined for mail that is plain text only. */
  readonly html: string | undefined;
  /** ISO instant. */
  readonly sentAt: string;
}

/** Instead of mail that was encrypted with another SERVER_SECRET. */
const UNREADABLE = {
  subject: 'This email cannot be read',
  text: 'It was encrypted with another SERVER_SECRET. Set that one again to read it, or request a new email.',
  html: undefined,
};

/** /demo/outbox and /demo/outbox.json: the mails of the demo, newest first. */
export function demoOutboxRoutes(app: FastifyInstance, { database, keys }: OutboxPageServices): void {
  async function newestFirst(): Promise<DemoMail[]> {
    const { rows } = await sql<{
      recipient: string;
      encrypted_subject: Buffer;
      encrypted_text: Buffer;
      encrypted_html: Buffer | null;
      created_at: Date;
    }>`
      select * from access_list_mail(${SHOWN})`.execute(database.queries);
    return rows.map((row) => {
      const [subject, text] = [keys.tryDecrypt(row.encrypted_subject), keys.tryDecrypt(row.encrypted_text)];
      const html = row.encrypted_html === null ? undefined : keys.tryDecrypt(row.encrypted_html);
      const content = subject === undefined || text === undefined ? UNREADABLE : { subject, text, html };
      return { to: row.recipient, ...content, sentAt: row.created_at.toISOString() };
    });
  }

  app.get('/demo/outbox.json', async () => newestFirst());
  app.get('/demo/outbox.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(DEMO_STYLE));
  app.get('/demo/outbox', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(await newestFirst())),
  );
}

function article({ to, subject, text, sentAt }: DemoMail): string {
  const time = sentAt.slice(0, 19).replace('T', ' ');
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="meta">To ${escapeHtml(to)}, <time datetime="${sentAt}">${time} UTC</time></p>
<pre>${escapeHtml(text)}</pre>
</article>`;
}

function page(mails: readonly DemoMail[]): string {
  const list =
    mails.length === 0
      ? '<p>No emails yet. Codes and temporary passwords arrive here.</p>'
      : mails.map(article).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5">
<title>Demo emails</title>
<link rel="stylesheet" href="/demo/outbox.css">
</head>
<body>
<main>
<h1>Demo emails</h1>
<p class="meta">Nothing leaves this machine: what would be emailed is shown here, newest first. The page renews itself.</p>
${list}
</main>
</body>
</html>
`;
}

/** Style of all demo pages. */
export const DEMO_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.125rem; margin: 0; }
.meta { opacity: 0.75; margin: 0.25rem 0 0.75rem; }
article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; padding: 1rem; margin: 1rem 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 0; }
`;
