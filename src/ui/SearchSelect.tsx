import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { AnchoredPopup } from './AnchoredPopup';
import { Icon } from './Icon';
import './theme/searchSelect.css';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SearchSelectProps {
  readonly label: string;
  /** The option for no choice; it comes first. */
  readonly none: string;
  readonly options: readonly SelectOption[];
  readonly value: string | null;
  /** Label of a value that is not among the options. */
  readonly unknown?: string;
  readonly onChange: (value: string | null) => void;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
}

/** At most this many options are shown; typing narrows them down. */
const MAX_SHOWN = 100;

/** Options whose label contains all the words in any order, ignoring case. */
export function matching(options: readonly SelectOption[], text: string): readonly SelectOption[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

/** A select with a search field: the combobox pattern, with the focus staying in the field. */
export function SearchSelect({ label, none, options, value, unknown, onChange, ...described }: SearchSelectProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [place, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const picked = options.find((option) => option.value === value);
  const found = useMemo(
    () =>
      text.trim() === ''
        ? // The chosen option first, so that it is always among those shown.
          [{ value: '', label: none }, picked ?? [], options.filter((option) => option !== picked)].flat()
        : matching(options, text),
    [options, text, none, picked],
  );
  const shown = found.slice(0, MAX_SHOWN);
  const last = shown.length - 1;
  const at = Math.min(place, last);
  const chosen = value === null ? none : (picked?.label ?? unknown ?? value);

  useEffect(() => {
    if (open) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [open, at, id]);

  const show = () => {
    setText('');
    setAt(picked === undefined ? 0 : 1);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const choose = (option: SelectOption | undefined) => {
    if (option === undefined) return;
    close();
    onChange(option.value === '' ? null : option.value);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setAt(at >= last ? 0 : at + 1),
      ArrowUp: () => setAt(at <= 0 ? last : at - 1),
      PageDown: () => setAt(Math.min(last, at + 8)),
      PageUp: () => setAt(Math.max(0, at - 8)),
      Enter: () => choose(shown[at]),
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };

  return (
    <AnchoredPopup
      className="search-select"
      open={open}
      onLeave={() => setOpen(false)}
      onEscape={close}
      onShown={() => field.current?.focus({ preventScroll: true })}
      panel={{ className: 'search-select-panel', tabIndex: -1 }}
      button={
        <button
          {...described}
          ref={button}
          type="button"
          className="search-select-button"
          aria-haspopup="listbox"
          aria-expanded={open}
          aria-label={`${label}: ${chosen}`}
          onClick={() => (open ? setOpen(false) : show())}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            show();
          }}
        >
          <span>{chosen}</span>
          <Icon name="chevron" />
        </button>
      }
    >
      <div className="search-select-field">
        <Icon name="search" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={`Search ${label}`}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={shown[at] && `${id}-${at}`}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
      </div>
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        // The focus would go to the page behind, which closes the panel before the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {shown.map((option, index) => (
          <li
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={option.value === (value ?? '')}
            className={index === at ? 'is-active' : ''}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(option)}
          >
            {option.label}
          </li>
        ))}
      </ul>
      <p className="search-select-note" role="status">
        {found.length === 0 && 'Nothing matches. Try fewer letters.'}
        {found.length > MAX_SHOWN && `${found.length - MAX_SHOWN} more: type to narrow them down.`}
      </p>
    </AnchoredPopup>
  );
}
