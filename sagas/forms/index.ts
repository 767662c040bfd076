/** The rules that forms render with. */
export { rebaseFields } from './rebase';
