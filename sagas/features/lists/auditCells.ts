/** What the audit records, as its list shows it: moments to the second, and words instead of codes. Pure. */
import { isActionKind } from '../../../contract/records/action';
import { findAction } from '../../../contract/records/actions';
import type { Cell } from './cellText';

/** The cell of a column of the audit. */
export function auditCell(column: string, cell: Cell): Cell {
  switch (column) {
    case 'at':
      return { ...cell, text: cell.exact?.replace(',', '') ?? cell.text };
    case 'reason':
      return { ...cell, text: reasonText(cell.text) };
    case 'before':
    case 'after':
      return { ...cell, text: changedValues(cell.text).join('; ') };
    default:
      return cell;
  }
}

/** 'submission.qualify' as 'Qualify', 'too_many_attempts' as 'Too many attempts'; other text is returned unchanged. */
function reasonText(reason: string): string {
  const [kind = '', action = ''] = reason.split('.');
  const label = isActionKind(kind) ? findAction(kind, action)?.label : undefined;
  if (label !== undefined) return label;
  if (!/^[a-z]+(_[a-z]+)*$/.test(reason)) return reason;
  return reason.charAt(0).toUpperCase() + reason.slice(1).replaceAll('_', ' ');
}

/** They identify a record for a machine, so they come last. */
const FOR_MACHINES = /^(record id|version): /;

/** 'state: {"status": "QUALIFIED"}; version: 2' as its values: 'status: QUALIFIED', 'version: 2'. */
function changedValues(text: string): readonly string[] {
  const values = text.split('; ').flatMap(innerValues);
  const isLast = (value: string) => FOR_MACHINES.test(value);
  return [...values.filter((value) => !isLast(value)), ...values.filter(isLast)];
}

function innerValues(value: string): readonly string[] {
  const [, object] = /^[\w ]+: (\{.*\})$/.exec(value) ?? [];
  if (object === undefined) return [value];
  try {
    const inner = Object.entries(JSON.parse(object) as object);
    return inner.map(([name, each]) => `${nameText(name)}: ${typeof each === 'string' ? each : JSON.stringify(each)}`);
  } catch {
    return [value];
  }
}

/** 'dealSheet' as 'deal sheet'. */
const nameText = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
