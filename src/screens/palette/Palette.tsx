import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import { selectPaletteView, type PaletteChoice } from '../../../sagas/features/palette/palette.selectors';
import { paletteChosen, paletteClosed, paletteTyped } from '../../../sagas/features/palette/palette.slice';
import { useAppSelector } from '../../hooks/useAppSelector';
import { Dialog } from '../../ui/Dialog';
import { Message } from '../../ui/Message';
import '../../ui/theme/palette.css';

const LIST = 'palette-choices';

/** Finds actions, records and pages by name. */
export function Palette() {
  const view = useAppSelector(selectPaletteView);
  const dispatch = useDispatch();
  // The choice that an arrow key led to, by id: records that arrive move the others. Null for the first.
  const [at, setAt] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const choices = view?.groups.flatMap(({ choices: each }) => each) ?? [];
  const here = Math.max(
    0,
    choices.findIndex(({ id }) => id === at),
  );
  const current = choices[here];
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.id]);
  if (view === null) return null;

  const choose = ({ does }: PaletteChoice) => dispatch(paletteChosen({ does }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt(choices.at((here + step) % choices.length)?.id ?? null);
    else if (event.key === 'Enter' && current !== undefined) choose(current);
    else return;
    event.preventDefault();
  };
  const announcement = view.searching ? 'Searching' : choices.length === 1 ? '1 match' : `${choices.length} matches`;
  return (
    <Dialog title="Search and commands" onClose={() => dispatch(paletteClosed())}>
      <input
        className="palette-input"
        type="text"
        role="combobox"
        aria-label="A record's number or name, a page, an action"
        aria-expanded={choices.length > 0}
        aria-controls={LIST}
        aria-autocomplete="list"
        aria-activedescendant={current && `choice ${current.id}`.replaceAll(' ', '-')}
        placeholder="A number, a name, a page, an action"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={view.text}
        onChange={(event) => {
          setAt(null);
          dispatch(paletteTyped({ text: event.target.value }));
        }}
        onKeyDown={onKeyDown}
      />
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
      {view.error !== null && <Message tone="negative">{view.error}</Message>}
      <div ref={list} id={LIST} className="palette-choices" role="listbox" aria-label="Choices">
        {view.groups.map(({ title, choices: each }) => (
          <div key={title} role="group" aria-label={title}>
            <div className="palette-group" aria-hidden="true">
              {title}
            </div>
            {each.map((choice) => (
              <div
                key={choice.id}
                id={`choice ${choice.id}`.replaceAll(' ', '-')}
                className="palette-choice"
                role="option"
                aria-selected={choice === current}
                onClick={() => choose(choice)}
              >
                <span>{choice.label}</span>
                {choice.about !== '' && <span className="quiet">{choice.about}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {choices.length === 0 && !view.searching && (
        <p className="quiet">
          No record, page or action matches. Search records by number; search people and documents by the start of a
          name.
        </p>
      )}
    </Dialog>
  );
}
