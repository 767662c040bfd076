import { useSelector } from 'react-redux';
import type { AppState } from '../../sagas/state';

export const useAppSelector = useSelector.withTypes<AppState>();
