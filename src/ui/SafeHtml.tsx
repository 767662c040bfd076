import createDOMPurify from 'dompurify';
import { useLayoutEffect, useRef, useState } from 'react';

/** Formatting and links only. No content that loads, runs, imitates a form or covers other parts of the page. */
const TAGS = [
  ...['a', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'code', 'span', 'br'],
  ...['p', 'div', 'ul', 'ol', 'li', 'blockquote', 'pre', 'h3', 'h4', 'hr'],
];
/** Paths of this site and http(s) addresses; neither `//host` nor other schemes. */
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))/i;

const purify = createDOMPurify(window);
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A' || !node.hasAttribute('href')) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

interface SafeHtmlProps {
  readonly html: string;
  /** Shown if the HTML cannot be sanitized. */
  readonly text: string;
  readonly className?: string;
}

/** Sanitizes HTML written by others; the only place where such HTML enters the page. */
export function SafeHtml({ html, text, className }: SafeHtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  const [failedOn, setFailedOn] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (failedOn === html) return;
    try {
      // A fragment enters the page exactly as sanitized; a string would be parsed again.
      const safe = purify.sanitize(html, {
        ALLOWED_TAGS: TAGS,
        ALLOWED_ATTR: ['href'],
        ALLOWED_URI_REGEXP: ADDRESS,
        ALLOW_DATA_ATTR: false,
        ALLOW_ARIA_ATTR: false,
        RETURN_DOM_FRAGMENT: true,
      });
      place.current?.replaceChildren(safe);
    } catch {
      setFailedOn(html);
    }
  }, [html, failedOn]);
  if (failedOn === html) return <div className={className}>{text}</div>;
  return <div ref={place} className={className} />;
}
