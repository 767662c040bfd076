/**
 * What the app must know before its first call. The server writes it into the page as a JSON data block
 * (id `runtime-config`); whoever brings an own back end edits public/runtime-config.json instead.
 */
export interface RuntimeConfig {
  /** `demo` shows the demo users on the sign-in screen. */
  readonly mode: 'demo' | 'production';
  /** Base URL for each service prefix; empty for the page's own origin. */
  readonly services: Readonly<Record<ServiceName, string>>;
  readonly branding: Branding;
  readonly demoUsers: readonly DemoUser[];
  /** The password all demo users share; only in demo mode. */
  readonly demoPassword?: string;
  /** Whether `password` in the sign-in address may prefill the form. */
  readonly passwordFromQuery: boolean;
  /** Hosts, with their port where it is not 443, that people may be handed on to over https. None unless said. */
  readonly handOffHosts?: readonly string[];
}

export const SERVICE_NAMES = [
  'api-user',
  'api-job',
  'api-agency',
  'api-client',
  'api-timecard',
  'api-websocket',
] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** How the sign-in page presents itself; chosen by host name. */
export interface Branding {
  readonly productName: string;
  readonly tagline: string;
  /** Selects a colour set in the theme: `[data-brand]`. */
  readonly variant: 'default' | 'evergreen';
}

export interface DemoUser {
  readonly userName: string;
  readonly organizationCode: string;
  readonly type: string;
  readonly note: string;
  /** Signs in elsewhere: the address where that begins. */
  readonly signInPath?: string;
}
