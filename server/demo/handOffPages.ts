/** Demo stand-ins for the training and learning services: show what arrived and whether the pass is valid. */
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { DEMO_STYLE } from './outboxPage';
import type { PassCheck, HandOffs } from '../features/shell/handOffs';
import type { SharedClock } from '../platform/clock';
import { escapeHtml } from '../base/escapeHtml';

interface HandOffPageServices {
  readonly handOffs: HandOffs;
  readonly clock: Pick<SharedClock, 'now'>;
}

const VERDICTS: Readonly<Record<PassCheck, string>> = {
  valid: 'You are signed in here: the pass is genuine and less than a minute old.',
  expired: 'The pass is genuine, but older than a minute. Please open this service from the menu again.',
  forged: 'The pass is not genuine. Please open this service from the menu of the app.',
};

/** Pages in place of the training and learning services, which show what arrived. */
export async function demoHandOffRoutes(app: FastifyInstance, { handOffs, clock }: HandOffPageServices): Promise<void> {
  await app.register(formbody);

  app.get('/demo/hand-off.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(DEMO_STYLE));
  app.post('/demo/training', async ({ body }, reply) => {
    const [timestamp, email, hash] = fields(body, ['timestamp', 'email', 'hash']);
    const check = handOffs.checkTraining({ timestamp, email, hash }, clock.now());
    return show(reply, 'Training service', check, { email, timestamp, hash });
  });

  app.get('/demo/learning', async ({ query }, reply) => {
    const [key] = fields(query, ['key']);
    const { check, userId } = handOffs.checkLearning(key, clock.now());
    return show(reply, 'Learning service', check, { user: userId ?? '', key });
  });
}

/** Missing or other values count as empty. */
function fields<const N extends readonly string[]>(given: unknown, names: N): { [K in keyof N]: string } {
  const record = (typeof given === 'object' && given !== null ? given : {}) as Readonly<Record<string, unknown>>;
  return names.map((name) => (typeof record[name] === 'string' ? record[name] : '')) as { [K in keyof N]: string };
}

function show(reply: FastifyReply, title: string, check: PassCheck, arrived: Readonly<Record<string, string>>) {
  const rows = Object.entries(arrived).map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  return reply.code(check === 'valid' ? 200 : 403).type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="stylesheet" href="/demo/hand-off.css">
</head>
<body>
<main>
<h1>${title}</h1>
<p>${VERDICTS[check]}</p>
<p class="meta">This page of the demo stands for another service and shows what arrived there.</p>
<dl>${rows.join('')}</dl>
</main>
</body>
</html>
`);
}
