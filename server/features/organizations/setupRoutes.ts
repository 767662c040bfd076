/** /setup: the form of the first owner. Its address carries the secret once; answers do not, and are never stored. */
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../base/errors';
import type { Config } from '../../base/config';
import { PLAIN_STYLE } from '../../platform/http/plainPage';
import { clientInfo } from '../../platform/http/registry';
import { assertPlainData } from '../../platform/http/validation';
import { NEXT_LINK, type FirstSetup } from './firstSetup';
import { FIELDS, setupForm, setupOutcome, type SetupValues } from './setupPage';

interface SetupRouteServices {
  readonly config: Pick<Config, 'defaultBranding' | 'passwordMinLength'>;
  readonly firstSetup: FirstSetup;
}

const textsOf = (values: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries((values ?? {}) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

/** In its own plugin scope: only this page and the token endpoint read forms. */
export async function setupRoutes(app: FastifyInstance, { config, firstSetup }: SetupRouteServices): Promise<void> {
  const { productName } = config.defaultBranding;
  const { passwordMinLength } = config;
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: 16 * 1024 });

  const html = (reply: FastifyReply, text: string) => reply.type('text/html; charset=utf-8').send(text);
  const form = (secret: string, values: SetupValues, problem?: string) =>
    setupForm({ productName, secret, values, problem, passwordMinLength });
  const done = () => setupOutcome(productName, 'Already set up', 'This platform has been set up already.', '/signin');
  const unknown = () =>
    setupOutcome(
      productName,
      'This link no longer works',
      `It was used, or it is older than half an hour. ${NEXT_LINK}`,
      undefined,
    );

  app.get('/setup.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(PLAIN_STYLE));

  app.get('/setup', async (request, reply) => {
    const { secret = '' } = textsOf(request.query);
    const state = await firstSetup.stateOf(secret);
    if (state === 'ready') return html(reply, form(secret, {}));
    return html(reply.code(state === 'done' ? 409 : 404), state === 'done' ? done() : unknown());
  });

  app.post('/setup', async (request: FastifyRequest, reply) => {
    assertPlainData(request.body);
    const entered = textsOf(request.body);
    const { secret = '', password = '', repeated = '' } = entered;
    const values = Object.fromEntries(FIELDS.map(({ name }) => [name, (entered[name] ?? '').trim()]));
    const retry = (problem: string) => html(reply.code(400), form(secret, values, problem));
    const state = await firstSetup.stateOf(secret);
    if (state !== 'ready') return html(reply.code(state === 'done' ? 409 : 404), state === 'done' ? done() : unknown());
    if (password !== repeated) return retry('The two passwords are different. Please enter the same one twice.');
    try {
      const owner = {
        organizationName: values['organizationName'] ?? '',
        organizationCode: values['organizationCode'] ?? '',
        firstName: values['firstName'] ?? '',
        lastName: values['lastName'] ?? '',
        email: values['email'] ?? '',
        userName: values['userName'] ?? '',
        password,
      };
      const code = await firstSetup.complete(secret, owner, clientInfo(request));
      const sentence = `${owner.organizationName} is ready. Sign in as ${owner.userName} with the organization code ${code}.`;
      return html(reply, setupOutcome(productName, 'Your platform is ready', sentence, `/${code}/signin`));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'conflict' || error.code === 'not.found') {
        const other = await firstSetup.stateOf(secret);
        if (other !== 'ready') return html(reply.code(409), other === 'done' ? done() : unknown());
      }
      return retry(error.body.errorMessage);
    }
  });
}
