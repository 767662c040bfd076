/** One entry: its request and answer, the machines, and the state with its difference to the previous one. */
import { element } from './element';
import { changesOf, counterpart, stateAt, type Row, type Trace } from './trace';

const LONG = 20_000;
const text = (value: unknown): string => {
  const all = JSON.stringify(value, null, 1) ?? 'undefined';
  return all.length > LONG ? `${all.slice(0, LONG)}…` : all;
};
const SHORT = 300;
const short = (value: unknown): string => {
  const all = JSON.stringify(value) ?? 'none';
  return all.length > SHORT ? `${all.slice(0, SHORT)}…` : all;
};

/** The element, empty until an entry is shown. */
export function createDetail() {
  const root = element('div', {
    class: 'detail',
    role: 'region',
    tabindex: '0',
    'aria-label': 'The entry',
  });
  let drawn: readonly unknown[] = [];

  function part(title: string, ...children: readonly (Node | string)[]): readonly Node[] {
    return [
      element('h2', {}, title),
      ...children.map((child) => (child instanceof Node ? child : element('pre', {}, child))),
    ];
  }
  function states({ states }: Trace, nth: number): readonly Node[] {
    const now = stateAt(states, nth);
    if (now === null) return part('State', 'The sagas have not rested yet: step on.');
    const before = stateAt(states, now.at - 1);
    const changes = before === null ? [] : changesOf(before.state, now.state);
    const machines = Object.entries(now.machines);
    return [
      ...part(
        before === null ? 'State' : `Changed since entry ${before.at}`,
        changes.length === 0
          ? element('p', { class: 'quiet' }, 'nothing')
          : element(
              'ul',
              {},
              ...changes.map((one) => element('li', {}, `${one.path}: ${short(one.before)} → ${short(one.after)}`)),
            ),
      ),
      ...(machines.length === 0
        ? []
        : part(
            'Machines',
            element('ul', {}, ...machines.map(([name, state]) => element('li', {}, `${name}: ${state}`))),
          )),
      ...part(
        `State after entry ${now.at}`,
        ...Object.entries(now.state ?? {}).map(([key, value]) => folded(key, value)),
      ),
    ];
  }
  /** Written out only while it is open. */
  function folded(key: string, value: unknown): HTMLElement {
    const content = element('pre');
    const made = element('details', {}, element('summary', {}, key), content);
    made.addEventListener('toggle', () => (content.textContent = made.open ? text(value) : ''));
    return made;
  }

  return {
    root,
    show({
      row,
      rows,
      trace,
    }: {
      readonly row: Row | null;
      readonly rows: readonly Row[];
      readonly trace: Trace | null;
    }) {
      const next = [row, trace];
      if (next.every((one, nth) => one === drawn[nth]) && drawn.length > 0) return;
      drawn = next;
      if (row === null) return root.replaceChildren(element('p', { class: 'quiet' }, 'No entry is chosen.'));
      const other = counterpart(rows, row);
      root.replaceChildren(
        ...part(`Entry ${row.nth}`, text(row.entry)),
        ...(other === null
          ? []
          : part(`${'ask' in row.entry ? 'Answer' : 'Request'}, entry ${other.nth}`, text(other.entry))),
        ...(trace === null ? [] : states(trace, row.nth)),
      );
    },
  };
}
