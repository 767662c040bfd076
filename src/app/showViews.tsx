/** Hydrates the views over the engine, which runs already. */
import { hydrateRoot } from 'react-dom/client';
import { givenPassword } from '../hooks/secretFields';
import { reloadPage } from '../ports/address';
import '../ui/theme/index.css';
import { FaultScreen } from './ErrorBoundary';
import { Root } from './Root';
import { announceReady, loadStyles } from './pageSignals';
import { preloadParts } from './preload';
import { prerenderedState, type PrerenderedPage } from './prerendered';
import type { Engine } from './startEngine';

/** Hydrates the prerendered page. A fault of the engine replaces it by a sentence. */
export function showViews(engine: Engine): void {
  const { root, config, prerendered, store, password, keepSecret, openSecret, openFile, keepFile, whenFailed } = engine;
  const app = hydrateRoot(
    root,
    <Root
      store={store}
      serverState={prerenderedState(prerendered, config)}
      keepSecret={keepSecret}
      openSecret={openSecret}
      openFile={openFile}
      keepFile={keepFile}
      givenPassword={givenPassword(password)}
      onReload={reloadPage}
      onReady={() => ready(prerendered)}
    />,
  );
  whenFailed(() => app.render(<FaultScreen onReload={reloadPage} />));
}

function ready(page: PrerenderedPage): void {
  announceReady();
  loadStyles(document);
  void preloadParts(page);
}
