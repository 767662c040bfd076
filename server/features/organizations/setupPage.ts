/** The page on which the first owner sets up the platform. Plain HTML: it is seen once, and needs no script. */
import { escapeHtml } from '../../base/escapeHtml';
import { plainPage } from '../../platform/http/plainPage';

/** What was entered, except passwords: the form shows it again after a refusal. */
export type SetupValues = Readonly<Partial<Record<SetupField, string>>>;
export type SetupField = (typeof FIELDS)[number]['name'];

export const FIELDS = [
  { name: 'organizationName', label: 'Name of your organization', autocomplete: 'organization', most: 100 },
  {
    name: 'organizationCode',
    label: 'Organization Code',
    autocomplete: 'off',
    most: 64,
    hint: 'Letters, digits and hyphens. Everyone in your organization enters it to sign in.',
  },
  { name: 'firstName', label: 'First Name', autocomplete: 'given-name', most: 100 },
  { name: 'lastName', label: 'Last Name', autocomplete: 'family-name', most: 100 },
  { name: 'email', label: 'Email', autocomplete: 'email', most: 254 },
  { name: 'userName', label: 'Username', autocomplete: 'username', most: 254 },
] as const;

export interface SetupForm {
  readonly productName: string;
  readonly secret: string;
  readonly values: SetupValues;
  /** A sentence about what was refused. */
  readonly problem: string | undefined;
  readonly passwordMinLength: number;
}

/** The form, with the reason of a refusal on top. */
export function setupForm({ productName, secret, values, problem, passwordMinLength }: SetupForm): string {
  const fields = FIELDS.map((field) => {
    const { name, label, autocomplete, most } = field;
    const hint = 'hint' in field ? `<small id="${name}-hint">${field.hint}</small>` : '';
    return `<label for="${name}">${label}</label>${hint}
<input id="${name}" name="${name}" value="${escapeHtml(values[name] ?? '')}" required maxlength="${most}" autocomplete="${autocomplete}"${
      hint === '' ? '' : ` aria-describedby="${name}-hint"`
    }${name === 'organizationName' ? ' autofocus' : ''}>`;
  }).join('\n');
  return plainPage(
    productName,
    'Set up your platform',
    `<p>This creates the organization that owns the platform, and you as its first owner. You add everyone else afterwards.</p>
${problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="/setup">
<input type="hidden" name="secret" value="${escapeHtml(secret)}">
${fields}
<label for="password">Password</label><small id="password-hint">At least ${passwordMinLength} characters, and not a commonly used password.</small>
<input id="password" name="password" type="password" required maxlength="1024" autocomplete="new-password" aria-describedby="password-hint">
<label for="repeated">Confirm Password</label>
<input id="repeated" name="repeated" type="password" required maxlength="1024" autocomplete="new-password">
<button type="submit">Set up</button>
</form>`,
  );
}

/** The page after setup, or instead of it. `signIn` is the address of the sign-in page, if that is the next step. */
export function setupOutcome(productName: string, title: string, sentence: string, signIn: string | undefined): string {
  const link = signIn === undefined ? '' : `<p><a href="${escapeHtml(signIn)}">Sign in</a></p>`;
  return plainPage(productName, title, `<p>${escapeHtml(sentence)}</p>\n${link}`);
}
