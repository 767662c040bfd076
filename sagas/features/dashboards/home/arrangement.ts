/** Which cards are shown and in which order, and which statuses of a card; saved as JSON text. */
import { MAX_SELECTED } from '../../../../contract/dashboards/filter';
import { WIDGETS, codeLabel, type Widget } from '../../../../contract/dashboards/widgets';
import { isRecord, parsed } from '../filters/savedFilter';
import { widgetOf } from './widgets';

export interface Choice<C extends string> {
  readonly code: C;
  readonly isSelected: boolean;
}
export type Arrangement<C extends string> = readonly Choice<C>[];

export const TOO_MANY = `You can select maximum ${MAX_SELECTED} status.`;

/** Everything on offer, in default order. */
export const allOf = <C extends string>(offered: readonly C[]): Arrangement<C> =>
  offered.map((code) => ({ code, isSelected: true }));

/**
 * The saved choices, without those no longer offered and with new ones at the end. Text that cannot be read is the default
 * order with everything selected.
 */
export function arrangementOf<C extends string>(text: string, offered: readonly C[]): Arrangement<C> {
  const value = parsed(text);
  const saved = (Array.isArray(value) ? (value as readonly unknown[]) : [])
    .filter(isRecord)
    .flatMap((item): Choice<C>[] => {
      const code = offered.find((each) => each === item['code']);
      return code === undefined ? [] : [{ code, isSelected: item['isSelected'] !== false }];
    });
  const once = saved.filter(({ code }, index) => saved.findIndex((other) => other.code === code) === index);
  const added = offered.filter((code) => !once.some((choice) => choice.code === code));
  return limited([...once, ...allOf(added)]);
}

/** Deselects the last ones if a saved text selects more than allowed. */
function limited<C extends string>(choices: Arrangement<C>): Arrangement<C> {
  let selected = 0;
  return choices.map((choice) => {
    if (!choice.isSelected) return choice;
    selected += 1;
    return selected <= MAX_SELECTED ? choice : { ...choice, isSelected: false };
  });
}

/** The codes that are shown, in order. */
export const selectedOf = <C extends string>(choices: Arrangement<C>): readonly C[] =>
  choices.filter(({ isSelected }) => isSelected).map(({ code }) => code);

/** Null if one more would be too many. */
export function toggled<C extends string>(choices: Arrangement<C>, code: C): Arrangement<C> | null {
  const next = choices.map((choice) => (choice.code === code ? { ...choice, isSelected: !choice.isSelected } : choice));
  return selectedOf(next).length > MAX_SELECTED ? null : next;
}

/** Puts these codes first, in this order; the others follow. */
export function ordered<C extends string>(choices: Arrangement<C>, codes: readonly string[]): Arrangement<C> {
  const placed = codes.flatMap((code) => choices.filter((choice) => choice.code === code));
  return [...placed, ...choices.filter((choice) => !placed.includes(choice))];
}

const savedItem = (label: string) => (choice: Choice<string>, index: number) => ({ label, index, ...choice });

/** The arrangement of the cards as it is saved: JSON, with the position and the label of each. */
export const widgetText = (choices: Arrangement<Widget>): string =>
  JSON.stringify(choices.map((choice, index) => savedItem(widgetOf(choice.code).label)(choice, index)));

/** Saved status lists also hold each status's name and position. */
export const statusText = (widget: Widget, choices: Arrangement<string>): string =>
  JSON.stringify(
    choices.map((choice, index) => {
      const name = codeLabel(widget, choice.code);
      return { ...savedItem(name)(choice, index), name, y: index };
    }),
  );

/** Whether a code names a card of the home dashboard. */
export const isWidget = (code: string): code is Widget => (WIDGETS as readonly string[]).includes(code);
