/**
 * What the app must know before its first call. The server writes it into the page as a JSON data block (id
 * `runtime-config`); with another back end, edit public/runtime-config.json instead.
 */
export interface RuntimeConfig {
  /** `demo` shows the demo users on the sign-in screen. */
  readonly mode: 'demo' | 'production';
  /** Base URL for each service prefix; empty for the page's own origin. */
  readonly services: Readonly<Record<ServiceName, string>>;
  readonly branding: Branding;
  readonly demoUsers: readonly DemoUser[];
  /** The password of all demo users; only in demo mode. */
  readonly demoPassword?: string;
  /** Whether `password` in the sign-in address may prefill the form. */
  readonly passwordFromQuery: boolean;
  /** The shortest new password, in characters. An organization may require more. */
  readonly passwordMinLength: number;
  /** Where people request an account: an https or mailto address. Without it there is no link. */
  readonly signUpUrl?: string;
  /** The host that passkeys are made for, and work at; any, if left out. */
  readonly passkeyHost?: string;
  /** Whether calls carry a W3C `traceparent`. A back end at another origin must allow that header. */
  readonly traces?: boolean;
  /** Other hosts that links may lead to over https, with a port unless it is 443. Empty by default. */
  readonly handOffHosts?: readonly string[];
  /** The other services that are set up, and so offered; all of them, if left out. */
  readonly handOffs?: readonly HandOff[];
}

/** The one first-party OAuth client; public, with an empty secret. */
export const PUBLIC_CLIENT_ID = 'web';

export const SERVICE_NAMES = [
  'api-user',
  'api-job',
  'api-agency',
  'api-client',
  'api-timecard',
  'api-websocket',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** The services that people are handed off to, signed in. */
export const HAND_OFFS = ['training', 'learning'] as const;
export type HandOff = (typeof HAND_OFFS)[number];

/** Appearance of the sign-in page, chosen by host name. */
export interface Branding {
  readonly productName: string;
  readonly tagline: string;
  /** Selects a color set of the theme: `[data-brand]`. */
  readonly variant: 'default' | 'evergreen';
}

export interface DemoUser {
  readonly userName: string;
  readonly organizationCode: string;
  readonly type: string;
  readonly note: string;
  /** A link to another sign-in: the address where it begins. */
  readonly signInPath?: string;
}
