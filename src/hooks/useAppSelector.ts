import { useSelector } from 'react-redux';
import type { AppState } from '../../sagas/app/state';

export const useAppSelector = useSelector.withTypes<AppState>();
