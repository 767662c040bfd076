/** For development only: every part of src/ui in every state. `?state=NAME` shows one, `?brand=NAME` sets its theme. */
import { createRoot } from 'react-dom/client';
import { requestedPart } from '../ports/address';
import '../ui/theme/index.css';
import '../ui/theme/themes.css';
import { PartsPage } from './PartsPage';

const { state, brand } = requestedPart();
if (brand !== null) document.documentElement.dataset['brand'] = brand;
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<PartsPage wanted={state} />);
