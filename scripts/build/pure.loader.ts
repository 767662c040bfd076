/**
 * Some libraries are one file that says of nothing in it that it may be left out. Their contexts, components and classes
 * are: said so here, what nobody names goes, which is two thirds of React Router and a scale of Chart.js.
 */
const CALLS = /= (React\d*\.(?:createContext|forwardRef|memo)\()/g;
const NAMES = /^\w+\.displayName = "[\w.]*";$/gm;
/** At the left margin, as it is written by those who bundled these. */
const CLASSES = /^(?:class (\w+)|var (\w+) = class)( extends [\w.]+)? \{$([\s\S]*?)^\}/gm;

export default function pure(source: string): string {
  return source
    .replace(CALLS, '= /* @__PURE__ */ $1')
    .replace(NAMES, '')
    .replace(CLASSES, (_, declared: string | undefined, assigned: string | undefined, base = '', body: string) => {
      const name = declared ?? assigned ?? '';
      return `${declared === undefined ? 'var' : 'const'} ${name} = /* @__PURE__ */ (() => class ${name}${base} {${body}})()`;
    });
}
