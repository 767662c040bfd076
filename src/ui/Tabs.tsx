import { useRef, type ReactNode } from 'react';
import { itemsOf, moveFocus } from './arrowKeys';
import './theme/tabs.css';

export interface TabChoice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
}

interface TabsProps<T extends string> {
  readonly name: string;
  readonly choices: readonly TabChoice<T>[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
  /** Of the element whose content the tabs choose. */
  readonly panelId: string;
}

/** One stop for the Tab key; arrows go from tab to tab and choose. */
export function Tabs<T extends string>({ name, choices, value, onChoose, panelId }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={list}
      className="tabs"
      role="tablist"
      aria-label={name}
      onKeyDown={(event) => {
        if (!moveFocus(event, itemsOf(list.current, '[role="tab"]'), 'horizontal')) return;
        const chosen = choices.find((choice) => `${panelId}-${choice.value}` === document.activeElement?.id);
        if (chosen) onChoose(chosen.value);
      }}
    >
      {choices.map((choice) => (
        <span key={choice.value} role="presentation">
          <button
            id={`${panelId}-${choice.value}`}
            type="button"
            role="tab"
            aria-selected={choice.value === value}
            aria-controls={panelId}
            tabIndex={choice.value === value ? 0 : -1}
            onClick={() => onChoose(choice.value)}
          >
            {choice.label}
          </button>
        </span>
      ))}
    </div>
  );
}
