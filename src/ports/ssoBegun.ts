import type { SsoConfig } from '../../contract';
import type { SsoOrigin } from '../../sagas/ports';

/** What waits for the way back. `request` is the library's own, and holds the verifier of the code. */
export interface Begun {
  readonly state: string;
  readonly request: string;
  readonly config: SsoConfig;
  readonly origin: SsoOrigin;
  readonly at: number;
}
