/** Where the numbers of the home dashboard lead: a page there is, for whoever sees the number, of the list it was counted in. */
import { codesFor, drillTarget, WIDGETS, type DrillContext } from '../../contract/dashboard';
import { lists, visibleTo, type ListDefinition } from '../../contract/lists';
import { ROUTES } from '../../sagas/shell/routes/resolve';

const ROOTS = { VMS: 'vms', CLIENT: 'facility', AGENCY: 'supplier' } as const;
const contexts = (Object.keys(ROOTS) as (keyof typeof ROOTS)[]).flatMap((type) =>
  (['ACTIVE', 'BOOKED'] as const).flatMap((complianceView) =>
    (['facility', 'supplier'] as const).map((timesheetView): DrillContext & { type: keyof typeof ROOTS } => ({
      type,
      complianceView,
      timesheetView,
      today: '2026-03-04',
    })),
  ),
);
const cells = contexts.flatMap((context) =>
  WIDGETS.flatMap((widget) => codesFor(widget, context.type).map((code) => ({ context, widget, code }))),
);

test('every number leads to a page of its list, which fixes what the number was counted with', () => {
  const wrong = cells.flatMap(({ context, widget, code }) => {
    const target = drillTarget(widget, code, context);
    const route = ROUTES[ROOTS[context.type]].find(({ path }) => path === target.path);
    const page = { list: route?.list?.name, fixed: route?.list?.fixed ?? {} };
    const meant = { list: target.list, fixed: target.fixed };
    return JSON.stringify(page) === JSON.stringify(meant)
      ? []
      : [`${context.type} ${widget} ${code}: ${target.path} is ${JSON.stringify(page)}, not ${JSON.stringify(meant)}`];
  });
  expect(wrong).toEqual([]);
});

test('every filter of a target is one that the list has and the caller may set', () => {
  const wrong = cells.flatMap(({ context, widget, code }) => {
    const { list, fixed, query } = drillTarget(widget, code, context);
    const { filters }: ListDefinition = lists[list];
    return Object.keys({ ...fixed, ...query })
      .filter((name) => filters[name] === undefined || !visibleTo(context.type)(filters[name]))
      .map((name) => `${context.type} ${widget} ${code}: ${list} has no filter ${name}`);
  });
  expect(wrong).toEqual([]);
});

test('what of the compliance card is none of its codes leads to all files', () => {
  const target = drillTarget('COMPLIANCE', 'TOTAL' as never, contexts[0] as DrillContext);
  expect(target).toMatchObject({ path: 'compliance/viewAll', list: 'complianceFiles', query: { status: ['ACTIVE'] } });
});
