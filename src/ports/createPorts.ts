import type { RuntimeConfig } from '../../contract/shell/runtimeConfig';
import type { SignInDefaults } from '../../sagas/base/ports/page';
import type { Ports } from '../../sagas/base/ports/ports';
import { createAlertsPort } from './alerts.port';
import { createAttentionPort } from './attention.port';
import { createClockPort } from './clock.port';
import type { FileStore } from './files.port';
import { createHttpPort } from './http.port';
import { newUuid } from './newUuid';
import { createPagePort } from './page.port';
import { createPasskeysPort } from './passkeys.port';
import { createPeersPort } from './peers.port';
import type { SecretStore } from './secrets.port';
import { createSocketPort } from './socket.port';
import { createSsoPort } from './sso.port';
import { createStoragePort } from './storage.port';
import { createTabsPort } from './tabs.port';
import { createAppearancePort, createViewportPort } from './window.port';

/** The ports of a browser; `parts` belongs to the store, which adds its own. */
export function createPorts(
  config: RuntimeConfig,
  secrets: SecretStore,
  files: FileStore,
  signInDefaults: SignInDefaults,
): Omit<Ports, 'parts'> {
  const storage = createStoragePort();
  return {
    http: createHttpPort(config.services, secrets, files, config.traces),
    clock: createClockPort(),
    random: { next: () => Math.random(), uuid: newUuid },
    storage,
    peers: createPeersPort(secrets),
    page: createPagePort(signInDefaults),
    secrets,
    files,
    socket: createSocketPort(config.services['api-websocket'], secrets),
    sso: createSsoPort(secrets),
    passkeys: createPasskeysPort(config.passkeyHost, secrets),
    viewport: createViewportPort(),
    appearance: createAppearancePort(storage),
    attention: createAttentionPort(),
    alerts: createAlertsPort(),
    tabs: createTabsPort(),
  };
}
