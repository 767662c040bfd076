/** What sagas do to the outside world, and its names in reports. */
import { portOf, sagaOf, type Address, type Entry, type Json, shown } from './format';

export interface PortCall {
  /** `stop` cancels a task, `cancel` a pending call. */
  readonly kind: 'ask' | 'cancel' | 'put' | 'stop' | 'close';
  /** The address of the call, of the saga that puts, or of the task that is stopped. */
  readonly address: Address;
  /** For `put`, the action. */
  readonly args: readonly Json[];
}

/** What sagas do in this entry; null for entries that come in. */
export function portCallOf(entry: Entry): PortCall | null {
  if ('call' in entry) return { kind: 'ask', address: entry.call, args: entry.args };
  if ('ask' in entry) return { kind: 'ask', address: entry.ask, args: entry.args };
  if ('cancel' in entry) return { kind: 'cancel', address: entry.cancel, args: [] };
  if ('put' in entry) return { kind: 'put', address: entry.put, args: [entry.action] };
  if ('stop' in entry) return { kind: 'stop', address: entry.stop, args: [] };
  if ('close' in entry) return { kind: 'close', address: `channel/CLOSE:${entry.close}`, args: [] };
  return null;
}

/** The same call, whatever its number within its saga. */
export const keyOf = ({ kind, address, args }: PortCall): string =>
  kind === 'ask'
    ? `${sagaOf(address)} ${portOf(address)} ${JSON.stringify(args)}`
    : `${kind} ${address} ${JSON.stringify(args)}`;

/** The call without its arguments. */
export const placeOf = ({ kind, address, args }: PortCall): string =>
  kind === 'put' ? `put ${address} ${typeOf(args[0])}` : `${kind} ${sagaOf(address)} ${portOf(address)}`;

const typeOf = (action: Json | undefined) => String((action as { readonly type?: Json } | null | undefined)?.type);

/** `loaded({"id":1})` */
function actionText(action: Json | undefined): string {
  if (typeof action !== 'object' || action === null || !('type' in action)) return shown(action, 160);
  const { type, $long: _, ...rest } = action;
  return `${String(type)}(${Object.keys(rest).length === 0 ? '' : shown(rest, 160)})`;
}

/** The call as one line of a report. */
export function signatureText({ kind, address, args }: PortCall): string {
  if (kind === 'put') return `${actionText(args[0])} in ${address}`;
  if (kind === 'close') return `channel ${portOf(address)}`;
  if (kind !== 'ask') return `${portOf(address)} in ${sagaOf(address)}`;
  return `${portOf(address)}(${shown(args.map((arg) => JSON.stringify(arg)).join(', '), 160)}) in ${sagaOf(address)}`;
}

/** The call, for reports whose kind does not name it. */
export const callText = (portCall: PortCall): string =>
  portCall.kind === 'ask'
    ? signatureText(portCall)
    : `${portCall.kind === 'stop' ? 'cancel' : portCall.kind} ${signatureText(portCall)}`;
