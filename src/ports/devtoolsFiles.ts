/** Loads tapes and the parts of the app that a replay needs. */
import { TapeError } from '../../tape';
import type { KeptTape } from './devtoolsVisit';

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1) || path;

/** The text of the tape at this address. Throws a TapeError with a readable message. */
export async function fetchTape(address: string): Promise<KeptTape> {
  const url = URL.parse(address, window.location.href);
  if (url?.origin !== window.location.origin)
    throw new TapeError('Tapes are read from this site only. Save the file, and open it from here.');
  const name = lastPart(url.pathname);
  let answer: Response;
  try {
    answer = await fetch(url, { credentials: 'omit' });
  } catch {
    throw new TapeError(`${name} could not be fetched. Check the connection, and reload the page.`);
  }
  if (!answer.ok) throw new TapeError(`There is no tape at ${url.pathname}. Check the address.`);
  return { name, text: await answer.text(), upTo: null };
}

/** How many names the error lists. */
const NAMED = 3;
const OFFLINE = 'Check the connection, and reload the page.';

/**
 * Loads the files of this build that are usually loaded on demand: a replay may need any of them and has no network.
 * Loading such a script only registers its modules, so nothing runs twice. Throws a TapeError with a readable message
 * if one of them fails.
 */
export async function fetchAppParts(onProgress: (here: number, all: number) => void): Promise<void> {
  const ofPage = sheetsOfPage().map((link) => link.getAttribute('href') ?? '');
  const parts = [...new Set([...ofPage, ...(await listOfParts())])];
  let here = 0;
  const came = await Promise.all(
    parts.map(async (address) => {
      const isHere = await fetchPart(address);
      if (isHere) onProgress((here += 1), parts.length);
      return isHere;
    }),
  );
  const missing = parts.filter((_, nth) => !came[nth]).map((address) => address.slice(address.lastIndexOf('/') + 1));
  if (missing.length === 0) return;
  const others = missing.length > NAMED ? ` and ${missing.length - NAMED} others` : '';
  throw new TapeError(
    `${missing.length} of ${parts.length} parts of the app could not be fetched: ${missing.slice(0, NAMED).join(', ')}${others}. ${OFFLINE}`,
  );
}

/** The build writes the list beside the running script, under the same name. */
async function listOfParts(): Promise<readonly string[]> {
  const script = document.documentElement.dataset['devtools']?.split(' ').at(-1) ?? '';
  const folder = script.slice(0, script.lastIndexOf('/') + 1);
  try {
    const answer = await fetch(script.replace(/\.js$/, '.json'), { credentials: 'omit' });
    if (!answer.ok) throw new Error(answer.statusText);
    const names = (await answer.json()) as readonly string[];
    return names.map((name) => folder + name);
  } catch {
    throw new TapeError(`The list of the app's parts could not be fetched. ${OFFLINE}`);
  }
}

/** The style sheets in the page itself, which may still be loading. */
const sheetsOfPage = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];

function fetchPart(address: string): Promise<boolean> {
  const known = sheetsOfPage().find((link) => link.getAttribute('href') === address);
  if (known?.sheet) return Promise.resolve(true);
  const element = known ?? elementFor(address);
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve(true));
    element.addEventListener('error', () => {
      // A later import would wait for the failed element.
      element.remove();
      resolve(false);
    });
    if (known === undefined) document.head.append(element);
  });
}

function elementFor(address: string): HTMLElement {
  if (!address.endsWith('.css')) return Object.assign(document.createElement('script'), { src: address, async: true });
  return Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address });
}
