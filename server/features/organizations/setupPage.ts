/** The page on which the first owner sets up the platform. Plain HTML: it is seen once, and needs no script. */
import { escapeHtml } from '../../base/escapeHtml';

/** What was entered, without passwords: a refused form keeps it. */
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

/** The form, with what was refused on top. */
export function setupForm({ productName, secret, values, problem, passwordMinLength }: SetupForm): string {
  const fields = FIELDS.map((field) => {
    const { name, label, autocomplete, most } = field;
    const hint = 'hint' in field ? `<small id="${name}-hint">${field.hint}</small>` : '';
    return `<label for="${name}">${label}</label>${hint}
<input id="${name}" name="${name}" value="${escapeHtml(values[name] ?? '')}" required maxlength="${most}" autocomplete="${autocomplete}"${
      hint === '' ? '' : ` aria-describedby="${name}-hint"`
    }${name === 'organizationName' ? ' autofocus' : ''}>`;
  }).join('\n');
  return page(
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
  return page(productName, title, `<p>${escapeHtml(sentence)}</p>\n${link}`);
}

const page = (productName: string, title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} · ${escapeHtml(productName)}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/setup.css">
</head>
<body>
<main>
<p class="product">${escapeHtml(productName)}</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;

export const SETUP_STYLE = `:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f4f6fa, #10151e); color: light-dark(#17202e, #e8ecf4); }
main { box-sizing: border-box; max-width: 480px; margin: 40px auto; padding: 32px; background: light-dark(#fff, #1a2230); border: 1px solid light-dark(#dde3ec, #303b4d); border-radius: 12px; }
.product { margin: 0 0 4px; color: light-dark(#55617a, #a7b2c6); }
h1 { margin: 0 0 12px; font-size: 26px; line-height: 1.25; }
label { display: block; margin-top: 16px; font-weight: 600; }
small { display: block; color: light-dark(#55617a, #a7b2c6); font-size: 14px; }
input:not([type="hidden"]) { box-sizing: border-box; width: 100%; min-height: 44px; margin-top: 4px; padding: 8px 12px; font: inherit; color: inherit; background: light-dark(#fff, #10151e); border: 1px solid light-dark(#8793a8, #66728a); border-radius: 8px; }
button { width: 100%; min-height: 44px; margin-top: 24px; font: inherit; font-weight: 600; color: #fff; background: #2456c7; border: 0; border-radius: 8px; cursor: pointer; }
a { color: light-dark(#2456c7, #9dbcff); }
:focus-visible { outline: 3px solid light-dark(#2456c7, #9dbcff); outline-offset: 2px; }
.problem { padding: 12px 16px; background: light-dark(#fdecea, #4a1f1c); color: light-dark(#8a1c12, #ffd9d4); border-radius: 8px; }
@media (max-width: 540px) { main { margin: 0; border: 0; border-radius: 0; min-height: 100vh; padding: 24px 16px; } }
`;
