/** Which cards are shown, and in which order; which statuses of a card. Kept as JSON text, true to what is permitted now. */
import { MAX_SELECTED, codeLabel, WIDGETS, type Widget } from '../../contract/dashboard';
import { isRecord, parsed } from '../filters/filter.text';

export const WIDGET_LABELS: Readonly<Record<Widget, string>> = {
  SUBMISSIONS: 'Submissions',
  JOBS: 'Jobs',
  ASSIGNMENTS: 'Assignments',
  COMPLIANCE: 'Compliance',
  TIMESHEET: 'Timesheet',
  INVOICE: 'Invoice',
};

export interface Choice<C extends string> {
  readonly code: C;
  readonly isSelected: boolean;
}
export type Arrangement<C extends string> = readonly Choice<C>[];

export const TOO_MANY = `You can select maximum ${MAX_SELECTED} status.`;

/** Everything that is offered, in its order. */
export const allOf = <C extends string>(offered: readonly C[]): Arrangement<C> =>
  offered.map((code) => ({ code, isSelected: true }));

/**
 * What was kept, without what is no longer offered and with what is new at the end; all of it, in the default order,
 * where the text cannot be read.
 */
export function arrangementOf<C extends string>(text: string, offered: readonly C[]): Arrangement<C> {
  const value = parsed(text);
  const kept = (Array.isArray(value) ? (value as readonly unknown[]) : [])
    .filter(isRecord)
    .flatMap((item): Choice<C>[] => {
      const code = offered.find((each) => each === item['code']);
      return code === undefined ? [] : [{ code, isSelected: item['isSelected'] !== false }];
    });
  const once = kept.filter(({ code }, index) => kept.findIndex((other) => other.code === code) === index);
  const added = offered.filter((code) => !once.some((choice) => choice.code === code));
  return limited([...once, ...allOf(added)]);
}

/** More than can be selected never were: the last ones give way. */
function limited<C extends string>(choices: Arrangement<C>): Arrangement<C> {
  let selected = 0;
  return choices.map((choice) => {
    if (!choice.isSelected) return choice;
    selected += 1;
    return selected <= MAX_SELECTED ? choice : { ...choice, isSelected: false };
  });
}

export const selectedOf = <C extends string>(choices: Arrangement<C>): readonly C[] =>
  choices.filter(({ isSelected }) => isSelected).map(({ code }) => code);

/** Null where one more would be too many. */
export function toggled<C extends string>(choices: Arrangement<C>, code: C): Arrangement<C> | null {
  const next = choices.map((choice) => (choice.code === code ? { ...choice, isSelected: !choice.isSelected } : choice));
  return selectedOf(next).length > MAX_SELECTED ? null : next;
}

/** Of the selected ones; the others stay behind them. */
export function ordered<C extends string>(choices: Arrangement<C>, codes: readonly string[]): Arrangement<C> {
  const placed = codes.flatMap((code) => choices.filter((choice) => choice.code === code));
  return [...placed, ...choices.filter((choice) => !placed.includes(choice))];
}

const keptItem = (label: string) => (choice: Choice<string>, index: number) => ({ label, index, ...choice });

export const widgetText = (choices: Arrangement<Widget>): string =>
  JSON.stringify(choices.map((choice, index) => keptItem(WIDGET_LABELS[choice.code])(choice, index)));

/** Status lists carry a name and a number of their own beside. */
export const statusText = (widget: Widget, choices: Arrangement<string>): string =>
  JSON.stringify(
    choices.map((choice, index) => {
      const name = codeLabel(widget, choice.code);
      return { ...keptItem(name)(choice, index), name, y: index };
    }),
  );

export const isWidget = (code: string): code is Widget => (WIDGETS as readonly string[]).includes(code);
