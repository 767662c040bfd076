import { useEffect, useState } from 'react';

const DARK = '(prefers-color-scheme: dark)';

/** The values of colour tokens as they are now; others as soon as the theme is another. `names` stays the same. */
export function useTokens<N extends string>(names: readonly N[]): Readonly<Record<N, string>> {
  const [tokens, setTokens] = useState(() => read(names));
  useEffect(() => {
    const look = () => setTokens(read(names));
    const theme = window.matchMedia(DARK);
    const brand = new MutationObserver(look);
    theme.addEventListener('change', look);
    brand.observe(document.documentElement, { attributes: true, attributeFilter: ['data-brand'] });
    return () => {
      theme.removeEventListener('change', look);
      brand.disconnect();
    };
  }, [names]);
  return tokens;
}

function read<N extends string>(names: readonly N[]): Readonly<Record<N, string>> {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])) as Record<
    N,
    string
  >;
}
