/** Stands in for style sheets and pictures, which jest cannot load: every name in it is the name itself. */
const names: Record<string, string> = new Proxy({}, { get: (_target, name) => String(name) });

export default names;
