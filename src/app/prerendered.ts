import type { RuntimeConfig } from '../../contract';
import type { AppState } from '../../sagas/state';

/** The two pages the build renders ahead: the sign-in form, and the loading state for whoever may have a session. */
export const PRERENDERED_PAGES = ['sign-in', 'starting'] as const;
export type PrerenderedPage = (typeof PRERENDERED_PAGES)[number];

const SIGNED_OUT: AppState['machines'] = {
  session: { value: 'signedOut', context: { reason: null }, tags: ['signedOut'], can: [], status: 'active' },
};

/**
 * The state each of them shows. The demo users are not part of it: one build serves both modes, and the list comes
 * with the first rendering after hydration, in a place where it moves nothing.
 */
export function prerenderedState(page: PrerenderedPage, config: RuntimeConfig): AppState {
  return { machines: page === 'sign-in' ? SIGNED_OUT : {}, config: { ...config, mode: 'production', demoUsers: [] } };
}
