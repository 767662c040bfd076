/** Puts links and form values over a drawn page. A link asks before it is followed; form values are read-only. */
import type { PDFDocumentProxy, PDFPageProxy, PageViewport } from 'pdfjs-dist';

/** The fields of an annotation that are read. A document may hold any type in them. */
interface Annotation {
  readonly subtype?: unknown;
  readonly rect?: unknown;
  readonly url?: unknown;
  readonly dest?: unknown;
  readonly fieldType?: unknown;
  readonly fieldName?: unknown;
  readonly alternativeText?: unknown;
  readonly fieldValue?: unknown;
  readonly checkBox?: unknown;
  readonly radioButton?: unknown;
  readonly exportValue?: unknown;
  readonly buttonValue?: unknown;
  readonly password?: unknown;
  readonly hasAppearance?: unknown;
}

/** Annotations beyond this number on a page are ignored. */
const MAX_PER_PAGE = 500;
const TEXT_MAX_LENGTH = 2_000;

async function annotationsOf(page: PDFPageProxy): Promise<readonly Annotation[]> {
  const found = (await page.getAnnotations().catch(() => [])) as readonly Annotation[];
  return found.slice(0, MAX_PER_PAGE);
}

const words = (value: unknown): string =>
  (Array.isArray(value)
    ? value.filter((each) => typeof each === 'string').join(', ')
    : typeof value === 'string'
      ? value
      : ''
  )
    .trim()
    .slice(0, TEXT_MAX_LENGTH);

export interface FieldValue {
  /** 'Date of expiry: 2027-03-01' */
  readonly text: string;
  readonly value: string;
  readonly rect: unknown;
  /** The document has an appearance for it, so pdf.js has painted it. */
  readonly isPainted: boolean;
}

/** Fields of a form that are filled. */
export async function fieldsOf(page: PDFPageProxy): Promise<readonly FieldValue[]> {
  return (await annotationsOf(page)).flatMap((each): FieldValue[] => {
    if (each.subtype !== 'Widget' || each.password === true) return [];
    const value = valueOf(each);
    if (value === '') return [];
    const label = words(each.alternativeText) || words(each.fieldName);
    const text = label === '' ? value : `${label}: ${value}`;
    return [{ text, value, rect: each.rect, isPainted: each.hasAppearance === true }];
  });
}

function valueOf({ fieldType, fieldValue, checkBox, radioButton, exportValue, buttonValue }: Annotation): string {
  if (fieldType !== 'Btn') return words(fieldValue);
  const chosen = checkBox === true ? exportValue : radioButton === true ? buttonValue : undefined;
  return chosen !== undefined && chosen === fieldValue && fieldValue !== 'Off' ? 'checked' : '';
}

/** Links with other schemes are ignored. */
const OFFERED = ['http:', 'https:', 'mailto:'];

function offered(url: unknown): string | null {
  if (typeof url !== 'string' || url.length > TEXT_MAX_LENGTH) return null;
  try {
    return OFFERED.includes(new URL(url).protocol) ? url : null;
  } catch {
    return null;
  }
}

type Target = { readonly url: string } | { readonly page: (document: PDFDocumentProxy) => Promise<number | null> };
const targets = new WeakMap<Element, Target>();

/**
 * Where the pressed element leads; null if it is not a link. Pages count from 1; null for a page that does not exist.
 */
export function targetOf(pressed: EventTarget): Target | null {
  const link = pressed instanceof Element ? pressed.closest('.pdf-link') : null;
  return (link && targets.get(link)) ?? null;
}

async function pageOf(document: PDFDocumentProxy, dest: unknown): Promise<number | null> {
  try {
    const place: unknown = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    const [first] = Array.isArray(place) ? (place as readonly unknown[]) : [];
    if (typeof first === 'number') return first + 1;
    return first === null || first === undefined
      ? null
      : (await document.getPageIndex(first as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1;
  } catch {
    return null;
  }
}

/** Puts the links and values of a page over its drawing. */
export async function addExtras(page: PDFPageProxy, viewport: PageViewport, element: HTMLElement): Promise<void> {
  const layer = document.createElement('div');
  layer.className = 'pdf-extras';
  for (const { subtype, url, dest, rect } of await annotationsOf(page)) {
    const to = offered(url);
    if (subtype !== 'Link' || (to === null && dest == null)) continue;
    const link = document.createElement('button');
    link.type = 'button';
    link.className = 'pdf-link';
    link.setAttribute('aria-label', to === null ? 'Go to another page of the document' : `Link to ${to}`);
    if (to !== null) link.title = to;
    targets.set(link, to === null ? { page: (pdf) => pageOf(pdf, dest) } : { url: to });
    if (lay(link, rect, viewport)) layer.append(link);
  }
  for (const { text, value, rect, isPainted } of await fieldsOf(page)) {
    const field = document.createElement('span');
    field.className = isPainted ? 'pdf-field' : 'pdf-field is-shown';
    const label = document.createElement('span');
    label.className = 'visually-hidden';
    label.textContent = text;
    field.append(label);
    if (!isPainted) {
      const shown = document.createElement('span');
      shown.setAttribute('aria-hidden', 'true');
      shown.textContent = value;
      field.append(shown);
    }
    if (lay(field, rect, viewport)) layer.append(field);
  }
  if (layer.childElementCount > 0) element.append(layer);
}

/** Places an element over its rectangle of the page, on paper as well; false for an invalid rectangle. */
function lay(element: HTMLElement, rect: unknown, viewport: PageViewport): boolean {
  if (!Array.isArray(rect) || rect.length !== 4 || !rect.every((each) => Number.isFinite(each))) return false;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = viewport.convertToViewportRectangle(rect as number[]) as number[];
  const [width, height] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
  if (!(width > 0 && height > 0)) return false;
  const across = (length: number) => `${(100 * length) / viewport.width}%`;
  const down = (length: number) => `${(100 * length) / viewport.height}%`;
  Object.assign(element.style, {
    left: across(Math.min(x1, x2)),
    top: down(Math.min(y1, y2)),
    width: across(width),
    height: down(height),
  });
  return true;
}
