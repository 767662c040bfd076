import type { RuntimeConfig } from '../../contract';
import type { AskedFor, Ports } from '../../sagas/ports';
import { createAppearancePort } from './appearance.port';
import { createAttentionPort } from './attention.port';
import { createClockPort } from './clock.port';
import type { FileVault } from './files.port';
import { createHttpPort } from './http.port';
import { createPagePort } from './page.port';
import { createPeersPort } from './peers.port';
import type { Vault } from './secrets.port';
import { createSocketPort } from './socket.port';
import { createSsoPort } from './sso.port';
import { createStoragePort } from './storage.port';
import { createTabsPort } from './tabs.port';
import { newUuid } from './uuid';
import { createViewportPort } from './viewport.port';

/** The real outside world, for a browser; room in the store is the store's own to make. */
export function createPorts(
  config: RuntimeConfig,
  vault: Vault,
  files: FileVault,
  askedFor: AskedFor,
): Omit<Ports, 'parts'> {
  return {
    http: createHttpPort(config.services, vault, files),
    clock: createClockPort(),
    random: { next: () => Math.random(), uuid: newUuid },
    storage: createStoragePort(),
    peers: createPeersPort(vault),
    page: createPagePort(askedFor),
    secrets: vault,
    files,
    socket: createSocketPort(config.services['api-websocket'], vault),
    sso: createSsoPort(vault),
    viewport: createViewportPort(),
    appearance: createAppearancePort(),
    attention: createAttentionPort(),
    tabs: createTabsPort(),
  };
}
