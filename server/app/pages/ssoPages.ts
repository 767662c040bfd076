/** The start and callback pages of single sign-on. */
import type { FastifyRequest } from 'fastify';
import type { Services } from '../services';
import { OutsideFetchError } from '../../platform/http/outsideFetch';
import { findIssuers } from '../../identity/sso/providers';
import { ssoBrowser } from '../../identity/sso/cookie';

/** A registration id may hold a dot, so the address may end like that of a file. */
export const SSO_START = /^\/[^/]+\/auth\/sso\/[^/]+\/?$/;
const CALLBACK = /^\/login\/oauth2\/code\/ats\/?$/;

export interface SsoPages {
  readonly isOne: (request: FastifyRequest) => boolean;
  /** The origins the page must connect to: on the callback page, those of the provider this browser started at. */
  readonly connections: (request: FastifyRequest) => Promise<readonly string[]>;
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

/** Recognizes the pages of single sign-on, and names the provider's origins that they call. */
export function ssoPages({ config, database, sso }: Pick<Services, 'config' | 'database' | 'sso'>): SsoPages {
  async function originsOf(issuer: string): Promise<string[]> {
    try {
      const { token_endpoint: token, userinfo_endpoint: userInfo } = await sso.metadata.of(issuer);
      return [token, userInfo].filter((address) => address !== undefined).map((address) => new URL(address).origin);
    } catch (error) {
      if (error instanceof OutsideFetchError) return [];
      throw error;
    }
  }

  return {
    isOne: (request) => SSO_START.test(pathOf(request)) || CALLBACK.test(pathOf(request)),
    async connections(request) {
      if (!CALLBACK.test(pathOf(request))) return [];
      const issuers = await findIssuers(database.queries, ssoBrowser(request, config.secure).providerIds);
      const origins = await Promise.all(issuers.map(originsOf));
      return [...new Set(origins.flat())];
    },
  };
}
