/**
 * Changes to arrangements, and their saved form. Loaded with the first change, because showing one needs none of this.
 */
import { codeLabel, type Widget } from '../../../../contract/dashboards/widgets';
import { MAX_SELECTED } from '../../../../contract/dashboards/filter';
import { selectedOf, type Arrangement, type Choice } from './arrangement';
import { widgetOf } from './widgets';

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

export const TOO_MANY = `You can select maximum ${MAX_SELECTED} status.`;

/** Null if one more would exceed the maximum. */
export function toggled<C extends string>(choices: Arrangement<C>, code: C): Arrangement<C> | null {
  const next = choices.map((choice) => (choice.code === code ? { ...choice, isSelected: !choice.isSelected } : choice));
  return selectedOf(next).length > MAX_SELECTED ? null : next;
}
