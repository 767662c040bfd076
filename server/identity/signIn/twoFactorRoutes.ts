/** Endpoints of the code step of sign-in. */
import type { FastifyInstance } from 'fastify';
import { credentialCode } from '../passwords/credentials';
import { ApiError } from '../../base/errors';
import { accountName, type DeviceCookies } from '../throttle/deviceCookie';
import type { SignIn } from './signIn';
import type { ChallengeResult, TwoFactor } from '../twoFactor/twoFactor';
import type { FailureThrottle } from '../../platform/http/failureThrottle';
import type { Config } from '../../base/config';
import { keepCodeBrowser } from '../twoFactor/codeCookie';
import type { RouteServices } from '../../platform/http/registry';

interface TwoFactorRouteServices extends RouteServices {
  readonly signIn: SignIn;
  readonly twoFactor: TwoFactor;
  readonly throttle: FailureThrottle;
  readonly devices: DeviceCookies;
  readonly config: Pick<Config, 'secure'>;
}

/** The calls before `token`: which second factor an account needs, and its code by mail. Neither needs a session. */
export function twoFactorRoutes(app: FastifyInstance, services: TwoFactorRouteServices): void {
  const { endpoints, signIn, twoFactor, throttle, devices, config } = services;

  endpoints.register(app, 'twoFactorCheck', async ({ body, client, request, reply }) => {
    const knownDevice = devices.known(request, accountName(body.userName, body.organizationCode));
    const { mail: wantsMail = false, ...credentials } = body;
    const askingBrowser = () => keepCodeBrowser(request, reply, config.secure);
    const check = await signIn.check({ ...credentials, knownDevice }, { wantsMail, askingBrowser }, client);
    switch (check.kind) {
      case 'refused':
        throw new ApiError(credentialCode(check.reason, check.disclose), check.lock);
      case 'not_needed':
        return { required: false };
      case 'needed': {
        const { methods, mayRemember, passkeyOptions, mail } = check;
        return {
          required: true,
          methods: [...methods],
          mayRemember,
          ...(passkeyOptions !== undefined && { passkeyOptions }),
          ...(mail && mailed(mail)),
        };
      }
    }
  });

  endpoints.register(app, 'twoFactorResend', async ({ body, client }) => {
    throttle.assertOpen(client.address);
    const result = await twoFactor.resend(body.challengeId, client);
    switch (result.kind) {
      case 'sent':
        return { resendInSeconds: result.resendInSeconds };
      case 'too_early':
        throw new ApiError('code.resend.too.early', { retryAfterSeconds: result.retryAfterSeconds });
      case 'limited':
        throw new ApiError('too.many.requests', { retryAfterSeconds: result.retryAfterSeconds });
      case 'expired':
        await throttle.countFailure(client.address);
        throw new ApiError('challenge.expired');
    }
  });
}

function mailed(result: ChallengeResult) {
  if (result.kind === 'limited') {
    throw new ApiError('too.many.requests', { retryAfterSeconds: result.retryAfterSeconds });
  }
  const { challengeId, resendInSeconds, sentTo } = result;
  return { challengeId, sentTo: maskAddress(sentTo), resendInSeconds };
}

/** `v•••@example.org`: enough to recognize one's own address, too little to learn another's. */
function maskAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}•••${at < 0 ? '' : email.slice(at)}`;
}
