/** Icons of the viewer, on the same 24 px grid. Decorative: the buttons have labels. */
const PATHS = {
  first: 'M7 5v14M18 5.5 11 12l7 6.5',
  previous: 'M15.5 5.5 8.5 12l7 6.5',
  next: 'm8.5 5.5 7 6.5-7 6.5',
  last: 'M17 5v14M6 5.5l7 6.5-7 6.5',
  fit: 'M4 6v12M20 6v12M7.5 12h9M10 9l-3 3 3 3M14 9l3 3-3 3',
  print: 'M7 9V4h10v5M7 17H4.5v-7h15v7H17M7 14h10v6H7z',
  zoomOut: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm4.7 11.2 5.3 5.3M7.5 10.5h6',
  zoomIn: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm4.7 11.2 5.3 5.3M7.5 10.5h6m-3-3v6',
  rotateLeft: 'M4.5 4.5v5h5M4.9 9.5A8 8 0 1 1 4 13',
  rotateRight: 'M19.5 4.5v5h-5M19.1 9.5A8 8 0 1 0 20 13',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 19.5h15',
} as const;

export type PdfIconName = keyof typeof PATHS;

/** Drawn in the color of the text around it. */
export function PdfIcon({ name }: { readonly name: PdfIconName }) {
  return (
    <svg className="icon-svg" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
