/**
 * The view in a link to the home dashboard, besides its filters: whose files and status the cards show, the cards in
 * order, and the statuses of each: `?files=BOOKED&sheets=facility&cards=JOBS,INVOICE&statuses=JOBS.ON_HOLD.EXTENSION`.
 * It applies to this page only, and does not change the preferences of the user who opens it.
 */
import type { OrganizationType } from '../../../../contract/base/organizations';
import {
  WIDGETS,
  codeLabel,
  statusesFor,
  type ComplianceView,
  type TimesheetView,
  type Widget,
} from '../../../../contract/dashboards/widgets';
import { allOf, arrangementOf, ordered, selectedOf, type Arrangement } from './arrangement';
import { widgetOf } from './widgets';

export const VIEW_PARAMS = { files: 'files', sheets: 'sheets', cards: 'cards', statuses: 'statuses' } as const;

export interface LinkedView {
  readonly complianceView: ComplianceView | null;
  readonly timesheetView: TimesheetView | null;
  readonly cards: Arrangement<Widget> | null;
  readonly statuses: Readonly<Partial<Record<Widget, Arrangement<string>>>>;
  /** Labels of linked cards and views that this user may not see. */
  readonly hidden: readonly string[];
}

/** The view in a link, limited to these cards and these views of compliance. */
export function readView(
  query: URLSearchParams,
  permitted: readonly Widget[],
  views: readonly ComplianceView[],
  type: OrganizationType,
): LinkedView {
  const hidden: string[] = [];
  const listOf = (name: string) => query.get(name)?.split(',') ?? [];
  const wanted = listOf(VIEW_PARAMS.cards).flatMap((code) => WIDGETS.find((widget) => widget === code) ?? []);
  hidden.push(...wanted.filter((widget) => !permitted.includes(widget)).map((widget) => widgetOf(widget).label));
  const cards = wanted.filter((widget) => permitted.includes(widget));
  const statuses: Partial<Record<Widget, Arrangement<string>>> = {};
  for (const text of listOf(VIEW_PARAMS.statuses)) {
    const [code, ...chosen] = text.split('.');
    const widget = permitted.find((each) => each === code);
    if (widget === undefined) continue;
    const offered: readonly string[] = statusesFor(widget, type);
    const others = chosen.filter((each) => !offered.includes(each) && codeLabel(widget, each) !== each);
    hidden.push(...others.map((each) => `${widgetOf(widget).label} ${codeLabel(widget, each)}`));
    const arrangement = onlyThese(offered, chosen);
    if (selectedOf(arrangement).length > 0) statuses[widget] = arrangement;
  }
  const files = query.get(VIEW_PARAMS.files);
  const complianceView = files === 'ACTIVE' || files === 'BOOKED' ? files : null;
  const hasCompliance = (wanted.length === 0 ? permitted : cards).includes('COMPLIANCE');
  if (complianceView !== null && hasCompliance && !views.includes(complianceView))
    hidden.push(`${widgetOf('COMPLIANCE').label} ${codeLabel('ASSIGNMENTS', complianceView)}`);
  const sheets = query.get(VIEW_PARAMS.sheets);
  return {
    complianceView,
    timesheetView: sheets === 'facility' || sheets === 'supplier' ? sheets : null,
    cards: cards.length === 0 ? null : onlyThese(permitted, cards),
    statuses,
    hidden,
  };
}

/** These shown and first, the others hidden after them. */
function onlyThese<C extends string>(offered: readonly C[], shown: readonly string[]): Arrangement<C> {
  const choices = ordered(allOf(offered), shown).map((choice) => ({
    ...choice,
    isSelected: shown.includes(choice.code),
  }));
  return arrangementOf(JSON.stringify(choices), offered);
}
