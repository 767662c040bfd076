/** Used by the build: the markup that hydration will find. */
import { configureStore } from '@reduxjs/toolkit';
import { renderToString } from 'react-dom/server';
import type { RuntimeConfig } from '../../contract';
import { givenPassword } from './givenPassword';
import { prerenderedState, type PrerenderedPage } from './prerendered';
import { Root } from './Root';

const nothing = () => {};

function noSecretsHere(): never {
  throw new Error('Rendering ahead seals no secrets and opens no files.');
}

export function prerender(page: PrerenderedPage, config: RuntimeConfig): string {
  const state = prerenderedState(page, config);
  return renderToString(
    <Root
      store={configureStore({ reducer: () => state })}
      serverState={state}
      seal={noSecretsHere}
      openFile={noSecretsHere}
      holdFile={noSecretsHere}
      givenPassword={givenPassword(null)}
      onReload={nothing}
      onReady={nothing}
    />,
  );
}
