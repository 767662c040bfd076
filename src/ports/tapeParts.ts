/**
 * The files of this build that are otherwise fetched when they are needed. A replay may need any of them and has no
 * network, so they come before it begins. A script of them only registers what is in it; nothing runs twice.
 */
import { TapeError } from '../../tape';

/** So many names say enough. */
const NAMED = 3;
const OFFLINE = 'Check the connection, and load the page again.';

/** Resolves when all of them are in the page. Throws a TapeError that is a sentence for people where one does not come. */
export async function fetchParts(onProgress: (here: number, all: number) => void): Promise<void> {
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

/** The build writes it beside the script that is running here, and under its name. */
async function listOfParts(): Promise<readonly string[]> {
  const script = document.documentElement.dataset['taped']?.split(' ').at(-1) ?? '';
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

/** The style sheets that the page itself names, on their way since before. */
const sheetsOfPage = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];

function fetchPart(address: string): Promise<boolean> {
  const known = sheetsOfPage().find((link) => link.getAttribute('href') === address);
  if (known?.sheet) return Promise.resolve(true);
  const element = known ?? elementFor(address);
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve(true));
    element.addEventListener('error', () => {
      // Whoever needs it later would wait for an element that has failed already.
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
