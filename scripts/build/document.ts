/** The HTML around the prerendered markup. The server fills in the %PLACEHOLDERS% and the runtime configuration. */
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import type { PrerenderedPage } from '../../src/app/prerendered';

interface DocumentParts {
  readonly page: PrerenderedPage;
  readonly markup: string;
  readonly criticalCss: string;
  readonly config: RuntimeConfig;
  /** A script that is written into the page. */
  readonly early: string;
  /** Addresses of the files the page needs. */
  readonly engine: readonly string[];
  readonly views: readonly string[];
  /** Instead of both, to record or replay a flow in the demo. */
  readonly devtools: readonly string[];
  readonly styles: readonly string[];
  /** The app itself requests the style sheets once the form works. */
  readonly stylesLater: boolean;
}

/**
 * Visible content comes first, with the rules it needs; no code of the app runs before it is painted. `early` is tiny,
 * handles the first presses, and starts the rest. On a slow line downloads compete, so they come in the order of their
 * use: the engine along with the page, the views when most of the engine has arrived, and the style sheets, which
 * change nothing visible, when the form works.
 */
export function htmlDocument(parts: DocumentParts): string {
  const { page, markup, criticalCss, config, early, engine, views, devtools, styles, stylesLater } = parts;
  const scripts = `data-scripts="${[...engine, ...views].join(' ')}" data-devtools="${devtools.join(' ')}"`;
  return `<!doctype html>
<html lang="en" data-page="${page}" data-brand="%BRAND%" ${scripts}${stylesLater ? ` data-styles="${styles.join(' ')}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>%PRODUCT_NAME%</title>
<meta name="description" content="%TAGLINE%">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#16224a">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="apple-touch-icon" href="/icons/icon-192.png">
<style>${criticalCss}</style>
</head>
<body>
<noscript><p class="no-script">This page needs JavaScript. Please allow it for this address and reload the page.</p></noscript>
<div id="root">${markup}</div>
<script type="application/json" id="runtime-config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>
<script>${early}</script>
${engine.map((href) => `<link rel="preload" as="script" href="${href}">`).join('\n')}
${stylesLater ? '' : styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</body>
</html>
`;
}
