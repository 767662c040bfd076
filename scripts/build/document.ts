/** The HTML around the prerendered markup. The server fills in the %PLACEHOLDERS% and the runtime configuration. */
import type { RuntimeConfig } from '../../contract';
import type { PrerenderedPage } from '../../src/app/prerendered';

interface DocumentParts {
  readonly page: PrerenderedPage;
  readonly markup: string;
  readonly criticalCss: string;
  readonly config: RuntimeConfig;
  /** Addresses of the files the page needs. */
  readonly early: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Leaves the style sheets to the app, which asks for them once the form works. */
  readonly stylesLater: boolean;
}

/**
 * What is seen comes first, with the rules it needs. The parser pauses at every script, even at one it need not wait
 * for, and a slow phone may paint an empty page then; so the scripts follow the markup. The browser's look ahead fetches
 * them as early as it would from the head: `early`, async and tiny, and the app's, which run in order once the page is
 * parsed. The style sheets come last, or later still: everything above them is painted by the critical rules alone, and
 * on a slow line each byte before the scripts is time in which the form does not answer.
 */
export function htmlDocument(parts: DocumentParts): string {
  const { page, markup, criticalCss, config, early, scripts, styles, stylesLater } = parts;
  return `<!doctype html>
<html lang="en" data-page="${page}" data-brand="%BRAND%"${stylesLater ? ` data-styles="${styles.join(' ')}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>%PRODUCT_NAME%</title>
<meta name="description" content="%TAGLINE%">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#16224a">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${criticalCss}</style>
</head>
<body>
<div id="root">${markup}</div>
<noscript><p class="gate-main">This page needs JavaScript. Please allow it for this address and load the page again.</p></noscript>
<script type="application/json" id="runtime-config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>
<script async src="${early}"></script>
${scripts.map((src) => `<script defer src="${src}"></script>`).join('\n')}
${stylesLater ? '' : styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</body>
</html>
`;
}
