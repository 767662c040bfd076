/** Where tapes come from: an address of this origin. */
import { TapeError } from '../../tape';
import type { KeptTape } from './tapeVisit';

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1) || path;

/** The text of the tape at this address. Throws a TapeError that is a sentence for people. */
export async function fetchTape(address: string): Promise<KeptTape> {
  const url = URL.parse(address, window.location.href);
  if (url?.origin !== window.location.origin)
    throw new TapeError('Tapes are read from this site only. Save the file, and open it from here.');
  const name = lastPart(url.pathname);
  let answer: Response;
  try {
    answer = await fetch(url, { credentials: 'omit' });
  } catch {
    throw new TapeError(`${name} could not be fetched. Check the connection, and load the page again.`);
  }
  if (!answer.ok) throw new TapeError(`There is no tape at ${url.pathname}. Check the address.`);
  return { name, text: await answer.text(), upTo: null };
}

/** False where the browser does not let the page copy. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
