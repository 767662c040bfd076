import { useState } from 'react';
import { emptyOnEscape } from './emptyOnEscape';
import { Icon } from './Icon';
import './theme/checkList.css';
import './theme/searchField.css';

export interface CheckChoice {
  readonly value: string;
  readonly label: string;
  /** The parent's name, to distinguish options of the same name. */
  readonly of?: string;
}

interface CheckListProps {
  readonly legend: string;
  readonly name: string;
  readonly choices: readonly CheckChoice[];
  /** Allows one choice at most. */
  readonly single: boolean;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Shorter lists need no search. */
const SEARCHED_FROM = 9;
/** At most this many options are shown; typing narrows them down. */
const MAX_SHOWN = 100;

/** Options that contain all the words in any order, ignoring case; chosen ones first. */
function shownChoices(
  choices: readonly CheckChoice[],
  chosenAtFirst: readonly string[],
  text: string,
): readonly CheckChoice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = choices.filter(({ label, of = '' }) =>
    words.every((word) => `${label} ${of}`.toLowerCase().includes(word)),
  );
  const first = found.filter(({ value }) => chosenAtFirst.includes(value));
  return [...first, ...found.filter((choice) => !first.includes(choice))];
}

/** Checkboxes, or radio buttons if `single`, with a search above long lists. `onChange` gets all chosen values. */
export function CheckList({ legend, name, choices, single, chosen, onChange }: CheckListProps) {
  const [text, setText] = useState('');
  const [chosenAtFirst] = useState(chosen);
  const found = shownChoices(choices, chosenAtFirst, text);
  const toggle = (value: string) => {
    if (single) onChange([value]);
    else onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  };
  return (
    <fieldset className="check-list">
      <legend className="visually-hidden">{legend}</legend>
      {choices.length >= SEARCHED_FROM && (
        <div className="search-field">
          <Icon name="search" />
          <input
            type="search"
            aria-label={`Search ${legend}`}
            placeholder="Search"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => emptyOnEscape(event, () => setText(''))}
          />
        </div>
      )}
      <div className="check-choices">
        {found.slice(0, MAX_SHOWN).map(({ value, label, of }) => (
          <label key={value} className="check-choice">
            <input
              type={single ? 'radio' : 'checkbox'}
              name={name}
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            <span>
              {label}
              {of !== undefined && <small>{of}</small>}
            </span>
          </label>
        ))}
      </div>
      <p className="check-note" role="status">
        {choices.length === 0 && 'There is nothing to choose from here.'}
        {choices.length > 0 && found.length === 0 && 'Nothing matches. Try fewer letters.'}
        {found.length > MAX_SHOWN && `${found.length - MAX_SHOWN} more: type to narrow them down.`}
      </p>
    </fieldset>
  );
}
