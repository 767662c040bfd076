/** Windows of a chosen width, for the media queries of style sheets and of components. */

const CONDITION = /\(([^()]*\bwidth\b[^()]*)\)/g;
const NAMED = /^(min|max)-width: *([\d.]+)px$/;
const COMPARED = /^(?:([\d.]+)px *(<=?|>=?) *)?width(?: *(<=?|>=?) *([\d.]+)px)?$/;

/** The conditions of a media query that depend on the width of the window. */
export const widthConditions = (query: string): readonly string[] =>
  [...query.matchAll(CONDITION)].map(([, condition]) => condition!.trim());

/** Whether a window of this width, in CSS pixels, meets such a condition. */
export function meets(condition: string, width: number): boolean {
  const [, bound, limit] = NAMED.exec(condition) ?? [];
  if (bound !== undefined) return compare(width, bound === 'min' ? '>=' : '<=', Number(limit));
  const compared = COMPARED.exec(condition);
  if (compared === null) throw new Error(`Not a condition on the width: ${condition}`);
  const [, left, before = '', after = '', right] = compared;
  return (
    (left === undefined || compare(Number(left), before, width)) &&
    (right === undefined || compare(width, after, Number(right)))
  );
}

function compare(one: number, sign: string, other: number): boolean {
  if (one === other) return sign.endsWith('=');
  return sign.startsWith('<') ? one < other : one > other;
}

/** Sets the width of the window for what asks with `matchMedia`; returns what undoes it. */
export function resizeWindow(width: number): () => void {
  const before = window.matchMedia;
  window.matchMedia = (query) => {
    const conditions = widthConditions(query);
    const matches = conditions.length > 0 && conditions.every((condition) => meets(condition, width));
    return Object.assign(before(query), { matches });
  };
  return () => void (window.matchMedia = before);
}
