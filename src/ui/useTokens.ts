import { useEffect, useState } from 'react';

/** Printed on white, whatever the theme. */
const THEMES = ['(prefers-color-scheme: dark)', 'print', '(forced-colors: active)'];

/** The current values of tokens; updated when the theme or the chosen appearance changes. `names` must not change. */
export function useTokens<N extends string>(names: readonly N[]): Readonly<Record<N, string>> {
  const [tokens, setTokens] = useState(() => read(names));
  useEffect(() => {
    const look = () => setTokens(read(names));
    const themes = THEMES.map((query) => window.matchMedia(query));
    const brand = new MutationObserver(look);
    for (const theme of themes) theme.addEventListener('change', look);
    brand.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['data-brand', 'data-patterns', 'data-density'],
    });
    return () => {
      for (const theme of themes) theme.removeEventListener('change', look);
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
