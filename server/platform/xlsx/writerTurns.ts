/**
 * Who writes the next workbook: one is written at a time, and people take turns, so that one with many files does not
 * delay those of others.
 */

export class WriterTurns {
  private isTaken = false;
  /** Starts those who wait, by person, in the order of the next turns. */
  private readonly people = new Map<string, (() => void)[]>();

  /**
   * Resolves when it is this person's turn, to a function that ends the turn. Rejects with the signal's reason if that
   * comes first; the place in the queue is then free.
   */
  async wait(userId: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.isTaken) await this.queue(userId, signal);
    this.isTaken = true;
    return () => this.end(userId);
  }

  private queue(userId: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = this.people.get(userId) ?? [];
      const leave = () => {
        own.splice(own.indexOf(start), 1);
        if (own.length === 0) this.people.delete(userId);
        reject(signal.reason as Error);
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave);
      own.push(start);
      this.people.set(userId, own);
    });
  }

  /** Passes the turn directly to the next person in the queue, so that no one who asks in between gets it. */
  private end(userId: string): void {
    this.moveBack(userId);
    const [first] = this.people;
    if (first === undefined) {
      this.isTaken = false;
      return;
    }
    const [next, own] = first;
    own.shift()?.();
    if (own.length === 0) this.people.delete(next);
  }

  /** A person who had a turn comes after all others. */
  private moveBack(userId: string): void {
    const own = this.people.get(userId);
    if (own === undefined) return;
    this.people.delete(userId);
    this.people.set(userId, own);
  }
}
