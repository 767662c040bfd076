import type { KeyboardEvent, ReactNode } from 'react';
import { Menu, MenuItem } from 'semantic-ui-react';
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
  /** Id of the element the tabs control. */
  readonly panelId: string;
}

/** One tab stop; arrow keys move between tabs and select them. */
export function Tabs<T extends string>({ name, choices, value, onChoose, panelId }: TabsProps<T>) {
  return (
    <Menu
      secondary
      className="tabs"
      role="tablist"
      aria-label={name}
      onKeyDown={(event: KeyboardEvent) => {
        if (!moveFocus(event, itemsOf(event.currentTarget, '[role="tab"]'), 'horizontal')) return;
        const chosen = choices.find((choice) => `${panelId}-${choice.value}` === document.activeElement?.id);
        if (chosen) onChoose(chosen.value);
      }}
    >
      {choices.map((choice) => (
        <span key={choice.value} role="presentation">
          <MenuItem
            as="button"
            id={`${panelId}-${choice.value}`}
            type="button"
            role="tab"
            active={choice.value === value}
            aria-selected={choice.value === value}
            aria-controls={panelId}
            tabIndex={choice.value === value ? 0 : -1}
            onClick={() => onChoose(choice.value)}
          >
            {choice.label}
          </MenuItem>
        </span>
      ))}
    </Menu>
  );
}
