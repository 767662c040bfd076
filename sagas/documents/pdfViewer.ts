/** The viewer's machine lives with its view and not in the store, so the view gets it as it is. */
export { PdfRefused, pdfViewerMachine } from '../../machines/pdfViewer/pdfViewer.machine';
export * from '../../machines/pdfViewer/pdfViewer.types';
