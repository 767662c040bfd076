/** Pages for people who are not signed in and need no app: without scripts. */
import { escapeHtml } from '../../base/escapeHtml';

/** `body` is HTML; the style is served at `/setup.css`. */
export const plainPage = (productName: string, title: string, body: string): string => `<!doctype html>
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

export const PLAIN_STYLE = `:root { color-scheme: light dark; }
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
