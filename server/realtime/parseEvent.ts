/** Reads what came over the bus: anything that can connect to the database can send there. */
import type { ServerEvent } from './eventBus';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

export function parseEvent(payload: string | undefined): ServerEvent | undefined {
  try {
    const { kind, sessionId, messageId, userIds } = JSON.parse(payload ?? '') as Record<string, unknown>;
    if (kind === 'session-ended') return isId(sessionId) ? { kind, sessionId } : undefined;
    if (!Array.isArray(userIds) || !userIds.every(isId)) return undefined;
    if (kind === 'told') return { kind, userIds };
    return kind === 'chat' && isId(messageId) ? { kind, messageId, userIds } : undefined;
  } catch {
    return undefined;
  }
}
