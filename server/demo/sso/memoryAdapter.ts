/** In-memory storage of the demo's identity provider. */
import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Kept {
  readonly payload: AdapterPayload;
  readonly until: number;
}

/** Shared by all models, because revoking a grant also revokes what was issued under it. */
const kept = new Map<string, Kept>();

export class MemoryAdapter implements Adapter {
  constructor(private readonly model: string) {}

  /** `expiresIn` in seconds; an hour for what has no end of its own. */
  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const now = Date.now();
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
    kept.set(this.key(id), { payload, until: now + (expiresIn || 3_600) * 1_000 });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = kept.get(this.key(id));
    return found && found.until > Date.now() ? found.payload : undefined;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.findWhere((payload) => payload.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.findWhere((payload) => payload.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const found = kept.get(this.key(id));
    if (found) found.payload.consumed = Math.floor(Date.now() / 1_000);
  }

  async destroy(id: string): Promise<void> {
    kept.delete(this.key(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
  }

  private findWhere(matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    const now = Date.now();
    const own = [...kept].filter(([key, { until }]) => key.startsWith(`${this.model}:`) && until > now);
    return own.map(([, { payload }]) => payload).find(matches);
  }

  private key(id: string): string {
    return `${this.model}:${id}`;
  }
}
