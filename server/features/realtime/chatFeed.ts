/**
 * Sends open sockets the changes of the chat. A wake-up only announces new changes: they are read from the last
 * position that was sent, so nothing is lost, and what happens during a round is sent in the next one.
 */
import { sql } from 'kysely';
import type { SocketMessage } from '../../../contract/notifications/realtime.endpoints';
import type { Database } from '../../database';
import type { EventBusLog } from '../../platform/eventBus/eventBus';
import type { CurrentSession } from '../../platform/session';
import { changesFor, readWindow, type ChatWindow } from '../chat/changes';

const RETRY_MS = 500;
/** A busy socket is tried again after this time. */
const BUSY_AGAIN_MS = 50;

export interface ChatFollower {
  readonly session: Pick<CurrentSession, 'userId' | 'organizationId' | 'organizationType' | 'tenantId'>;
  /** The position that was sent last; null before the first. */
  chatSent: number | null;
  /** The position up to which there is nothing more to send. */
  chatChecked: number;
  isBusy(): boolean;
  sendMessage(message: SocketMessage): void;
}

export class ChatFeed {
  private readonly followers = new Set<ChatFollower>();
  private waiting = new Set<ChatFollower>();
  private running = false;
  private closed = false;

  constructor(
    private readonly database: Pick<Database, 'queries' | 'withScope'>,
    private readonly log: EventBusLog,
  ) {}

  /** Sends the current counts, then every change. Facilities and owners of the platform have no chat. */
  follow(follower: ChatFollower): void {
    if (!['VMS', 'AGENCY'].includes(follower.session.organizationType)) return;
    this.followers.add(follower);
    this.waiting.add(follower);
    void this.run();
  }

  /** From now on it receives nothing. */
  leave(follower: ChatFollower): void {
    this.followers.delete(follower);
    this.waiting.delete(follower);
  }

  /** To be called when the chat may have changed for these users. */
  wake(userIds: readonly string[]): void {
    const users = new Set(userIds);
    for (const follower of this.followers) if (users.has(follower.session.userId)) this.waiting.add(follower);
    void this.run();
  }

  /** After missed events: wakes those who are behind. */
  async wakeBehind(): Promise<void> {
    if (this.followers.size === 0) return;
    try {
      const tenants = [...new Set([...this.followers].map(({ session }) => session.tenantId))];
      const { rows } = await sql<{ tenantId: string; version: number }>`
        select tenant_id as "tenantId", version from chat_versions(${tenants}::uuid[])`.execute(this.database.queries);
      const versions = new Map(rows.map(({ tenantId, version }) => [tenantId, version]));
      for (const follower of this.followers) {
        const isBehind = follower.chatChecked < (versions.get(follower.session.tenantId) ?? 0);
        if (isBehind || follower.chatSent === null) this.waiting.add(follower);
      }
      void this.run();
    } catch (error) {
      this.log.warn({ err: error }, 'the chat of open sockets could not be checked');
    }
  }

  /** Sends nothing more. */
  close(): void {
    this.closed = true;
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    while (this.waiting.size > 0 && !this.closed) {
      const round = [...this.waiting];
      this.waiting = new Set();
      for (const group of byOrganization(round)) {
        try {
          await this.deliver(group);
        } catch (error) {
          this.log.warn({ err: error }, 'the chat could not be read; trying again');
          for (const follower of group) if (this.followers.has(follower)) this.waiting.add(follower);
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
        }
      }
    }
    this.running = false;
  }

  private async deliver(group: readonly ChatFollower[]): Promise<void> {
    const busy = group.filter((follower) => follower.isBusy());
    if (busy.length > 0) setTimeout(() => this.wake(busy.map(({ session }) => session.userId)), BUSY_AGAIN_MS).unref();
    const ready = group.filter((follower) => !busy.includes(follower));
    const first = ready[0];
    if (first === undefined) return;
    const { organizationId, organizationType, tenantId } = first.session;
    const after = Math.min(
      ...ready.map(({ chatSent, chatChecked }) => (chatSent === null ? Number.MAX_SAFE_INTEGER : chatChecked)),
    );
    const userIds = [...new Set(ready.map(({ session }) => session.userId))];
    const scope = { organizationId, organizationType, tenantId, userId: null };
    const window = await this.database.withScope(scope, (queries) => readWindow(queries, userIds, after));
    for (const follower of ready) if (this.followers.has(follower)) sendChanges(follower, window);
  }
}

/** Users who may not read the chat, or have not opened it yet, get nothing. */
function sendChanges(follower: ChatFollower, window: ChatWindow): void {
  const { chatSent, chatChecked, session } = follower;
  const changes = changesFor(window, session.userId, chatSent === null ? window.position : chatChecked);
  follower.chatChecked = window.position;
  if (changes === undefined) follower.chatSent = null;
  else if (chatSent === null || changes.reset || changes.threads.length > 0 || changes.messages.length > 0) {
    follower.chatSent = window.position;
    follower.sendMessage({ topic: 'chat', changes: { ...changes, after: chatSent ?? window.position } });
  }
}

function byOrganization(followers: readonly ChatFollower[]): readonly (readonly ChatFollower[])[] {
  const groups = new Map<string, ChatFollower[]>();
  for (const follower of followers) {
    const { organizationId } = follower.session;
    groups.set(organizationId, [...(groups.get(organizationId) ?? []), follower]);
  }
  return [...groups.values()];
}
