/** Used by the build: the markup that hydration will find. */
import { configureStore } from '@reduxjs/toolkit';
import { renderToString } from 'react-dom/server';
import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import { givenPassword } from '../hooks/secretFields';
import { Root } from './Root';
import { prerenderedState, type PrerenderedPage } from './prerendered';

const nothing = () => {};

function noSecretsHere(): never {
  throw new Error('Secrets and files are not available while prerendering.');
}

/** The markup of the page at build time, equal to the first render in the browser. */
export function prerender(page: PrerenderedPage, config: RuntimeConfig): string {
  const state = prerenderedState(page, config);
  return renderToString(
    <Root
      store={configureStore({ reducer: () => state })}
      serverState={state}
      keepSecret={noSecretsHere}
      openSecret={noSecretsHere}
      openFile={noSecretsHere}
      keepFile={noSecretsHere}
      givenPassword={givenPassword(null)}
      onReload={nothing}
      onReady={nothing}
    />,
  );
}
