/**
 * The parts page: all components that fit into a page, one below another, and links to those that need their own page.
 */
import { MemoryRouter } from 'react-router';
import { BUTTONS } from './buttons';
import { FIELDS } from './fields';
import { FIGURES } from './figures';
import { LAYERS } from './layers';
import type { Part, PartState } from './parts.types';
import { TABLES } from './tables';
import { WORDING } from './words';

export const PARTS: readonly Part[] = [...BUTTONS, ...FIELDS, ...WORDING, ...FIGURES, ...TABLES, ...LAYERS];

const nameOf = ({ file }: Part, { name }: PartState) => `${file} ${name}`.replace(/\W+/g, '-');

/** `wanted` is the name of the only state to be shown. */
export function PartsPage({ wanted }: { readonly wanted: string | null }) {
  return <MemoryRouter>{wanted === null ? <Everything /> : <Alone name={wanted} />}</MemoryRouter>;
}

function Alone({ name }: { readonly name: string }) {
  const all = PARTS.flatMap((part) => part.states.map((state) => ({ part, state })));
  const found = all.find(({ part, state }) => nameOf(part, state) === name);
  return (
    <main data-alone={name} style={{ padding: 24 }}>
      {found === undefined ? <p>There is no state of this name.</p> : found.state.show()}
    </main>
  );
}

function Everything() {
  return (
    <main style={{ display: 'grid', gap: 32, padding: 24 }}>
      <h1>Parts</h1>
      {PARTS.map((part) => (
        <section key={part.file} style={{ minWidth: 0 }}>
          <h2>{part.file}</h2>
          {part.states.map((state) => (
            <Shown key={state.name} part={part} state={state} />
          ))}
        </section>
      ))}
    </main>
  );
}

function Shown({ part, state }: { readonly part: Part; readonly state: PartState }) {
  const name = nameOf(part, state);
  const act = typeof state.alone === 'object' ? state.alone : undefined;
  return (
    <>
      <h3 style={{ margin: '12px 0 4px' }}>
        {state.alone === undefined ? (
          state.name
        ) : (
          <a href={`?state=${name}`} data-own-page={name} data-kind={act?.kind} data-on={act?.on}>
            {state.name}
          </a>
        )}
      </h3>
      {state.alone === undefined && (
        <div data-state={name} style={{ minWidth: 0, padding: 8 }}>
          {state.show()}
        </div>
      )}
    </>
  );
}
