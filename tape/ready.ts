/** What may happen next while a tape is played in any order, and the faults that can be injected into it. */
import type { Outcome } from './format';

/** Something that may happen next. */
export interface Ready {
  /** Its position on the tape. */
  readonly rank: number;
  readonly kind: 'start' | 'intent' | 'answer' | 'timer' | 'message';
  /** Equal in every order. */
  readonly label: string;
  /** The function that was called, if it is an answer. */
  readonly port: string | null;
  readonly happen: () => void;
}

/** Something that may happen next, as planned or with an injected fault. */
export interface Possible extends Ready {
  readonly happenWith: (fault: Injection) => void;
}

/** A fault that is injected into one entry. */
export type Injection =
  /** The call gets this outcome instead. */
  | { readonly kind: 'fail'; readonly outcome: Outcome }
  /** Its answer or message never comes. */
  | { readonly kind: 'drop' }
  /** Its answer comes after everything else. */
  | { readonly kind: 'late' }
  /** The message or intent comes twice. */
  | { readonly kind: 'twice' }
  /** The channel ends instead. */
  | { readonly kind: 'end' }
  /** The task that waits for the answer is cancelled instead. */
  | { readonly kind: 'cancel' };
