/** The views, over an engine that runs already. */
import '../ui/theme/index.css';
import { hydrateRoot } from 'react-dom/client';
import { reloadPage } from '../ports/address';
import { FaultScreen } from './ErrorBoundary';
import { givenPassword } from './givenPassword';
import { loadStyles } from './lateStyles';
import { preloadParts } from './preload';
import { prerenderedState, type PrerenderedPage } from './prerendered';
import { announceReady } from './ready';
import { Root } from './Root';
import type { Engine } from './startEngine';

export function showViews(engine: Engine): void {
  const { root, config, prerendered, store, password, seal, openFile, holdFile, whenFailed } = engine;
  const app = hydrateRoot(
    root,
    <Root
      store={store}
      serverState={prerenderedState(prerendered, config)}
      seal={seal}
      openFile={openFile}
      holdFile={holdFile}
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
