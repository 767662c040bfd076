/**
 * The HTML pages of the app: the prerendered sign-in form, or the loading state when the hint cookie says there may be
 * a session. Runtime configuration and branding are filled in.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  HAND_OFFS,
  SERVICE_NAMES,
  type Branding,
  type HandOff,
  type RuntimeConfig,
} from '../../../contract/shell/runtimeConfig';
import { brandingFor } from '../../base/branding';
import type { Config } from '../../base/config';
import { DEMO_PASSWORD, DEMO_SSO_USER, DEMO_USERS } from '../../demo/users';
import { hasSessionHint } from '../../platform/http/cookies';
import { contentSecurityPolicy, withConnections } from '../../platform/http/securityHeaders';
import type { SsoPages } from './ssoPages';

type PageName = 'index.html' | 'starting.html';
type Encoding = 'br' | 'gzip' | 'identity';

interface Page {
  readonly changedAt: number;
  readonly policy: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

export class Pages {
  private readonly cache = new Map<string, Page>();

  constructor(
    private readonly config: Config,
    private readonly sso: SsoPages,
  ) {}

  /** Answers 503 if the app has not been built. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // Single sign-on shows a loader from the start, never the form.
    const name: PageName = hasSessionHint(request) || this.sso.isOne(request) ? 'starting.html' : 'index.html';
    const page = await this.page(name, brandingFor(this.config, request.headers.host));
    if (page === undefined) {
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The app has not been built yet. Please run npm run build, then reload this page.\n');
    }
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    void reply.headers({
      'content-security-policy': withConnections(page.policy, await this.sso.connections(request)),
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding, Cookie',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    });
    return reply.send(page.bodies[encoding]);
  }

  private async page(name: PageName, branding: Branding): Promise<Page | undefined> {
    const file = join(this.config.publicDir, name);
    const changedAt = await stat(file).then(
      (found) => found.mtimeMs,
      () => undefined,
    );
    if (changedAt === undefined) return undefined;
    const key = JSON.stringify([name, branding]);
    const known = this.cache.get(key);
    if (known?.changedAt === changedAt) return known;
    const html = fillPage(await readFile(file, 'utf8'), runtimeConfig(this.config, branding));
    const page = {
      changedAt,
      policy: contentSecurityPolicy(hashesOf('script', html), hashesOf('style', html), this.config),
      bodies: encode(html),
    };
    this.cache.set(key, page);
    return page;
  }
}

/** The configuration that the page hands to the app before its first call. */
export function runtimeConfig(config: Config, branding: Branding): RuntimeConfig {
  return {
    mode: config.mode,
    services: Object.fromEntries(SERVICE_NAMES.map((name) => [name, ''])) as RuntimeConfig['services'],
    branding,
    ...(config.mode === 'demo' ? { demoUsers: demoUsers(config), demoPassword: DEMO_PASSWORD } : { demoUsers: [] }),
    passwordFromQuery: config.passwordFromQuery,
    passwordMinLength: config.passwordMinLength,
    ...(config.signUpUrl === undefined ? {} : { signUpUrl: config.signUpUrl }),
    passkeyHost: config.publicUrl.hostname,
    ...(config.tracing !== undefined && { traces: true }),
    handOffHosts: config.handOffHosts,
    handOffs: handOffsOf(config),
  };
}

const demoUsers = ({ ssoDemoPort }: Config): RuntimeConfig['demoUsers'] =>
  ssoDemoPort === undefined ? DEMO_USERS : [...DEMO_USERS, DEMO_SSO_USER];

/** In the demo our own pages stand in for services without an address. */
function handOffsOf({ mode, trainingUrl, learningUrl }: Config): readonly HandOff[] {
  const addresses = { training: trainingUrl, learning: learningUrl };
  return HAND_OFFS.filter((name) => mode === 'demo' || addresses[name] !== undefined);
}

/** The data block is `<script type="application/json" id="runtime-config">{}</script>`. */
function fillPage(template: string, config: RuntimeConfig): string {
  const { productName, tagline, variant } = config.branding;
  return template
    .replaceAll('%PRODUCT_NAME%', () => escapeHtml(productName))
    .replaceAll('%TAGLINE%', () => escapeHtml(tagline))
    .replaceAll('%BRAND%', () => escapeHtml(variant))
    .replace(/(<script[^>]*\bid="?runtime-config"?[^>]*>)[^<]*(<\/script>)/, (_all, open: string, close: string) =>
      [open, jsonForHtml(config), close].join(''),
    );
}

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character] ?? '');
}

/** Entities are not decoded in script elements, so `<` and `>` become JSON escapes, which cannot close the element. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Sources for the content security policy. Elements with attributes are data or name a file. */
function hashesOf(element: 'script' | 'style', html: string): string[] {
  return [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`,
  );
}

function encode(html: string): Page['bodies'] {
  const identity = Buffer.from(html, 'utf8');
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return { identity, gzip: gzipSync(identity, { level: 9 }), br: brotliCompressSync(identity, brotli) };
}

function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const accepted = String(header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';', 1)[0]);
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity';
}
