export { useNow } from '../ports/useNow';
