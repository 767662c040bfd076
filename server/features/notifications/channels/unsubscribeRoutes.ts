/**
 * The unsubscribe page that mail links to. It needs no sign-in. Opening the link changes nothing, because mail programs
 * prefetch links; the button and the one-click header (RFC 8058) post.
 */
import formbody from '@fastify/formbody';
import { sql } from 'kysely';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { SUB_CATEGORIES, type SubCategoryCode } from '../../../../contract/notifications/kinds';
import type { Config } from '../../../base/config';
import { escapeHtml } from '../../../base/escapeHtml';
import type { Keys } from '../../../base/keys';
import type { Database } from '../../../database';
import { plainPage } from '../../../platform/http/plainPage';
import { ALL_BY_DEFAULT, OFF_BY_DEFAULT, ON_BY_DEFAULT_FOR } from '../preferences';
import { unsubscriptionOf, type Unsubscription } from './links';

interface UnsubscribeServices {
  readonly config: Pick<Config, 'defaultBranding'>;
  readonly database: Pick<Database, 'queries'>;
  readonly keys: Pick<Keys, 'mac'>;
}

/** In its own plugin scope, since it reads forms. */
export async function unsubscribeRoutes(app: FastifyInstance, services: UnsubscribeServices): Promise<void> {
  const { config, database, keys } = services;
  const { productName } = config.defaultBranding;
  app.removeAllContentTypeParsers();
  const bodyLimit = 4 * 1024;
  await app.register(formbody, { bodyLimit });
  // As RFC 8058 recommends to mail providers. Nothing in it is needed: the address says what to stop.
  app.addContentTypeParser('multipart/form-data', { bodyLimit, parseAs: 'buffer' }, (_request, _body, done) =>
    done(null, undefined),
  );

  const show = (reply: FastifyReply, status: number, title: string, body: string) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(plainPage(productName, title, body));
  const wantedBy = (query: unknown): { readonly given: string; readonly wanted: Unsubscription | null } => {
    const { of } = (query ?? {}) as { readonly of?: unknown };
    const given = typeof of === 'string' ? of : '';
    return { given, wanted: unsubscriptionOf(keys, given) };
  };
  const broken = (reply: FastifyReply) =>
    show(
      reply,
      404,
      'This link is not complete',
      '<p>Please open it from the email again, or sign in and open Notification Preferences in the profile menu.</p>',
    );

  app.get('/unsubscribe', async ({ query }, reply) => {
    const { given, wanted } = wantedBy(query);
    if (wanted === null) return broken(reply);
    return show(
      reply,
      200,
      'Stop these emails?',
      `<p>Emails about ${listed(wanted.kinds)} will no longer be sent to you. You still find them in the notification panel.</p>
${form(given, 'Stop these emails')}`,
    );
  });

  app.post('/unsubscribe', async ({ query, body }, reply) => {
    const { given, wanted } = wantedBy(query);
    if (wanted === null) return broken(reply);
    const isUndo = ((body ?? {}) as { readonly again?: unknown }).again === 'yes';
    const { rows } = await sql<{ email: string }>`
      select email from notification_refuse_mail(
        ${wanted.userId}::uuid, ${stoppable(wanted.kinds)}::text[], ${!isUndo}, ${DEFAULTS}::jsonb)`.execute(
      database.queries,
    );
    if (rows[0] === undefined) return broken(reply);
    return isUndo
      ? show(
          reply,
          200,
          'Emails are sent as before',
          `<p>Emails about ${listed(wanted.kinds)} follow your preferences and rules again.</p>${form(given, 'Stop these emails')}`,
        )
      : show(
          reply,
          200,
          'You no longer receive these emails',
          `<p role="status">Emails about ${listed(wanted.kinds)} are no longer sent to you. You still find them in the notification panel.</p>
<p>If that was a mistake, undo it here, or later under Notification Preferences in the profile menu.</p>
${form(given, 'Send them again', true)}`,
        );
  });
}

/** The default preferences, for people who have saved none. */
const DEFAULTS = JSON.stringify(
  Object.fromEntries(
    (Object.keys(SUB_CATEGORIES) as SubCategoryCode[]).map((code) => [
      code,
      {
        notification: !OFF_BY_DEFAULT.includes(code),
        onFor: ON_BY_DEFAULT_FOR[code] ?? [],
        all: ALL_BY_DEFAULT.includes(code),
      },
    ]),
  ),
);

const stoppable = (kinds: readonly SubCategoryCode[]): SubCategoryCode[] =>
  kinds.filter((kind) => SUB_CATEGORIES[kind].emailRequired !== true);

function listed(kinds: readonly SubCategoryCode[]): string {
  const names = kinds.map((kind) => `<strong>${escapeHtml(SUB_CATEGORIES[kind].name)}</strong>`);
  return names.length < 2 ? (names[0] ?? 'these kinds') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const form = (given: string, label: string, isUndo = false): string =>
  `<form method="post" action="/unsubscribe?of=${escapeHtml(encodeURIComponent(given))}">
${isUndo ? '<input type="hidden" name="again" value="yes">' : ''}<button type="submit">${label}</button>
</form>`;
