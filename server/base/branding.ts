/** Product name, tagline and theme by host name; the colors of an organization. */
import type { OrganizationTheme } from '../../contract/base/organizations';
import type { Branding } from '../../contract/shell/runtimeConfig';

export const DEFAULT_BRANDING: Branding = {
  productName: 'Staffing VMS',
  tagline: 'Every facility, supplier and shift in one place.',
  variant: 'default',
};

const VARIANTS: readonly Branding['variant'][] = ['default', 'evergreen'];

/**
 * Parses `{"jobs.example.org": {"productName", "tagline", "variant"}}`. The host `*` replaces the default. Throws an
 * Error with a sentence.
 */
export function parseBrandingFile(json: string): ReadonlyMap<string, Branding> {
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Error('it must hold an object of host name to branding.');
  }
  return new Map(Object.entries(parsed).map(([host, value]) => [host.toLowerCase(), toBranding(host, value)]));
}

function toBranding(host: string, value: unknown): Branding {
  const { productName, tagline, variant } = (value ?? {}) as Record<string, unknown>;
  const known = VARIANTS.find((candidate) => candidate === variant);
  if (typeof productName !== 'string' || productName === '' || typeof tagline !== 'string' || known === undefined) {
    throw new Error(`'${host}' needs productName, tagline and a variant of ${VARIANTS.join(' or ')}.`);
  }
  return { productName, tagline, variant: known };
}

export interface BrandingChoice {
  readonly brandings: ReadonlyMap<string, Branding>;
  readonly defaultBranding: Branding;
}

/** `host` is a Host header, with or without a port. */
export function brandingFor(choice: BrandingChoice, host: string | undefined): Branding {
  const name = (host ?? '').toLowerCase().replace(/:\d+$/, '');
  return choice.brandings.get(name) ?? choice.defaultBranding;
}

/** Background and shape of an organization's mark. Readable on both the light and the dark page. */
export const ORGANIZATION_COLORS: Readonly<Record<OrganizationTheme, readonly [ground: string, figure: string]>> = {
  default: ['#2f55d4', '#b9c9ff'],
  evergreen: ['#17694a', '#a8e0c5'],
  plum: ['#8a3a8f', '#efc2f2'],
  slate: ['#4a5568', '#cbd5e1'],
};
