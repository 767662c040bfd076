/** The machine of each kind of record follows the business rules, in every state and for every user. */
import { ACTION_KINDS, type ActionKind } from '../../contract/records/action';
import { RECORD_ACTIONS, findAction } from '../../contract/records/actions';
import { PERMISSIONS } from '../../contract/base/permissions';
import { actionsIn, stateAfterAction, statesOf } from '../../machines/record/record.machine';
import { followsIn, holdsIn, RULES } from '../support/recordRules';

const TYPES = ['OWNER', 'VMS', 'CLIENT', 'AGENCY'] as const;
const rulesOf = (kind: ActionKind) => RULES.filter((rule) => rule.kind === kind);

test('the rules name every action', () => {
  const named = ACTION_KINDS.flatMap((kind) => Object.keys(RECORD_ACTIONS[kind]).map((action) => `${kind}.${action}`));
  expect(RULES.map(({ kind, action }) => `${kind}.${action}`).sort()).toEqual(named.sort());
});

describe.each(ACTION_KINDS)('%s', (kind) => {
  const states = statesOf(kind);

  test('in each state each kind of organization may do what the rules allow, with the resulting state', () => {
    const wrong: string[] = [];
    for (const state of states) {
      for (const organizationType of TYPES) {
        const everything = { organizationType, permissions: PERMISSIONS };
        const due = rulesOf(kind).filter(
          (rule) => holdsIn(rule, state) && rule.who.some((type) => type === organizationType),
        );
        const found = actionsIn(kind, state, everything);
        if (found.join() !== due.map(({ action }) => action).join()) {
          wrong.push(`${organizationType} in ${JSON.stringify(state)}: ${found.join()}`);
        }
        for (const rule of rulesOf(kind)) {
          const next = stateAfterAction(kind, state, everything, rule.action);
          const wanted = due.includes(rule) ? followsIn(rule, state) : null;
          if (JSON.stringify(next) !== JSON.stringify(wanted)) {
            wrong.push(`${rule.action} in ${JSON.stringify(state)} leads to ${JSON.stringify(next)}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('without its permission no user may do any action', () => {
    for (const rule of rulesOf(kind)) {
      const permissions = PERMISSIONS.filter((permission) => permission !== rule.permission);
      for (const state of states) {
        for (const organizationType of TYPES) {
          expect(actionsIn(kind, state, { organizationType, permissions })).not.toContain(rule.action);
        }
      }
    }
  });

  test('an unknown state of a newer server allows no action', () => {
    const actor = { organizationType: 'VMS', permissions: PERMISSIONS } as const;
    expect(actionsIn(kind, { status: 'SOMETHING_NEW' }, actor)).toEqual([]);
    expect(stateAfterAction(kind, {}, actor, 'approve')).toBeNull();
  });

  test('actions that can be undone are done immediately, and the others need a confirmation', () => {
    for (const rule of rulesOf(kind)) {
      expect(findAction(kind, rule.action)?.safety).toBe(rule.undo ? 'undo' : 'confirmation');
      expect(Object.keys(findAction(kind, rule.action)?.fields ?? {}).sort()).toEqual(
        Object.keys(rule.fields ?? {}).sort(),
      );
    }
  });
});
