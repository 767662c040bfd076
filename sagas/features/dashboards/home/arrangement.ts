/** Which cards are shown and in which order, and which statuses of a card; saved as JSON text. */
import { MAX_SELECTED } from '../../../../contract/dashboards/filter';
import { WIDGETS, type Widget } from '../../../../contract/dashboards/widgets';
import { isRecord, parsed } from '../../../base/json';

/** A card or status on offer, and whether it is shown. */
export interface Choice<C extends string> {
  readonly code: C;
  readonly isSelected: boolean;
}
export type Arrangement<C extends string> = readonly Choice<C>[];

/** Everything on offer, in default order. */
export const allOf = <C extends string>(offered: readonly C[]): Arrangement<C> =>
  offered.map((code) => ({ code, isSelected: true }));

/**
 * The saved choices, without those no longer offered and with new ones at the end. Text that cannot be read is the
 * default order with everything selected.
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

/** Puts these codes first, in this order; the others follow. */
export function ordered<C extends string>(choices: Arrangement<C>, codes: readonly string[]): Arrangement<C> {
  const placed = codes.flatMap((code) => choices.filter((choice) => choice.code === code));
  return [...placed, ...choices.filter((choice) => !placed.includes(choice))];
}

/** Whether the text is the code of a card of the home dashboard. */
export const isWidget = (code: string): code is Widget => (WIDGETS as readonly string[]).includes(code);
