/** Wraps an app's ports, so that each function has its own name even if several share an implementation. */
type Fn = (...args: never[]) => unknown;
type Port = Readonly<Record<string, unknown>>;

export interface Names {
  /** The same ports, with functions named `port.function`. */
  readonly wrap: <P extends object>(ports: P, passing?: readonly string[]) => P;
  /** The stand-in for a port's function in a replay. */
  readonly stand: (name: string) => Fn;
  readonly of: (fn: Fn) => string | undefined;
  /** Whether the function belongs to a port, whose answers are plain data. */
  readonly isPort: (fn: Fn) => boolean;
}

/** Names functions of ports and exported sagas, as addresses on tapes have them. */
export function createNames(): Names {
  const names = new WeakMap<Fn, string>();
  const register = <F extends Fn>(fn: F, name: string): F => {
    names.set(fn, name);
    return fn;
  };
  const wrapPort = (portName: string, port: Port): Port => {
    const wrapped: Record<string, unknown> = {};
    for (const key of functionsOf(port)) {
      wrapped[key] = register((...args: never[]) => (port[key] as Fn)(...args), `${portName}.${key}`);
    }
    return wrapped;
  };
  return {
    wrap: <P extends object>(ports: P, passing: readonly string[] = []) =>
      Object.fromEntries(
        Object.entries(ports).map(([name, port]) => [
          name,
          passing.includes(name) ? (port as unknown) : wrapPort(name, port as Port),
        ]),
      ) as P,
    stand: (name) =>
      register(() => {
        throw new Error(`${name} was called outside a call effect, so the call cannot be replayed.`);
      }, name),
    of: (fn) => names.get(fn),
    isPort: (fn) => names.has(fn),
  };
}

/** Includes methods of the class. */
function functionsOf(port: Port): readonly string[] {
  const found = new Set<string>();
  for (let at: unknown = port; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const key of Object.getOwnPropertyNames(at))
      if (key !== 'constructor' && typeof port[key] === 'function') found.add(key);
  return [...found];
}
