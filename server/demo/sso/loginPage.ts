/** Pages of the demo's identity provider. Deliberately plain, so that they look like another site. */
import type { ProviderAccount } from '../users';
import { escapeHtml } from '../../base/escapeHtml';

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="meta">Demo identity provider</p>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** HTML. `uid` names the interaction that the choice answers. */
export function loginPage(uid: string, accounts: readonly ProviderAccount[]): string {
  const choices = accounts.map(
    ({ id, name, email, note }) => `<button name="account" value="${escapeHtml(id)}">
<b>${escapeHtml(id)}</b> <span>${escapeHtml(name)}, ${escapeHtml(email)}</span> <span class="meta">${escapeHtml(note)}</span>
</button>`,
  );
  return page(
    'Who are you?',
    `<p>A real OpenID Connect provider that runs on this machine only. It asks for no password.</p>
<form method="post" action="/interaction/${encodeURIComponent(uid)}">
${choices.join('\n')}
<button name="cancel" value="1" class="quiet">Cancel</button>
</form>`,
  );
}

/** `form` is the provider's own form, without buttons. */
export function logoutPage(form: string): string {
  return page(
    'Sign out here, too?',
    `<p>You are signed in at the identity provider. As long as you are, single sign-on asks for nothing.</p>
${form}
<button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
<button form="op.logoutForm" class="quiet">Stay signed in</button>`,
  );
}

/** HTML of the page that the demo provider shows after signing out. */
export const signedOutPage = (): string =>
  page('You have signed out', '<p>You can close this page, or go back to the application.</p>');

/** HTML; both texts are escaped. */
export function errorPage(error: string, description: string): string {
  return page(
    'This did not work',
    `<p>${escapeHtml(description)}</p><p class="meta">${escapeHtml(error)}</p>
<p>Go back to the application and start single sign-on again.</p>`,
  );
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; }
.meta { opacity: 0.75; margin: 0; }
form { display: grid; gap: 0.75rem; }
button { display: block; width: 100%; margin-top: 0.75rem; padding: 0.75rem 1rem; font: inherit; text-align: start;
  color: inherit; background: color-mix(in srgb, currentColor 8%, transparent); cursor: pointer;
  border: 1px solid color-mix(in srgb, currentColor 30%, transparent); border-radius: 8px; }
form button { margin: 0; }
button span { display: block; overflow-wrap: anywhere; }
button.quiet { background: none; text-align: center; }
`;
