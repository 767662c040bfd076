/** The viewer's machine lives with its view, not in the store, so views import it from here. */
export { PdfRefused, pdfViewerMachine } from '../../../machines/pdfViewer/pdfViewer.machine';
export * from '../../../machines/pdfViewer/pdfViewer.types';
