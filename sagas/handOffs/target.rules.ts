/** Where people may be handed on to. The server has checked it; what a page opens it checks itself once more. */
export interface AllowedTargets {
  /** Hosts, with their port where it is not 443, that may be opened over https. */
  readonly hosts: readonly string[];
  /** The origin of the app where its own pages stand for the services, as in the demo; null elsewhere. */
  readonly ownOrigin: string | null;
}

export function isAllowedTarget(url: string, { hosts, ownOrigin }: AllowedTargets): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, origin, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return origin === ownOrigin || (protocol === 'https:' && hosts.includes(host));
}
