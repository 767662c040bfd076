/** Endpoints of PDF documents. */
import type { FastifyInstance } from 'fastify';
import { sessionScope } from '../../platform/session';
import { requirePermission } from '../../identity/permissions';
import { complianceDocumentPdf, readComplianceDocument } from './complianceDocument';
import { RenderQueue } from '../../platform/pdf/renderQueue';
import { invoicePdf, readInvoice } from './invoice';
import { ApiError } from '../../base/errors';
import type { RouteServices } from '../../platform/http/registry';

/** PDFs are rendered on request and not stored. Answers `not.found` for documents of other organizations. */
export function documentRoutes(app: FastifyInstance, { endpoints, database }: RouteServices): void {
  const renderQueue = new RenderQueue();

  endpoints.register(app, 'complianceDocumentPreview', async ({ params, session }) => {
    const document = await database.withScope(sessionScope(session), async (queries) => {
      await requirePermission(queries, session.userId, ['MENU_COMPLIANCE']);
      return readComplianceDocument(queries, params.documentId);
    });
    if (document === null) throw new ApiError('not.found');
    const content = await renderQueue.render(complianceDocumentPdf(document));
    return { fileName: `${document.name} - ${document.person}.pdf`, content };
  });

  endpoints.register(app, 'invoicePreview', async ({ params, session }) => {
    const scope = sessionScope(session);
    const invoice = await database.withScope(scope, async (queries) => {
      await requirePermission(queries, session.userId, ['MENU_INVOICING', 'MENU_TIMESHEET']);
      return readInvoice(queries, params.invoiceId, scope);
    });
    if (invoice === null) throw new ApiError('not.found');
    const kind = invoice.client_id === null ? 'Reverse invoice' : 'Invoice';
    return { fileName: `${kind} ${invoice.number}.pdf`, content: await renderQueue.render(invoicePdf(invoice)) };
  });
}
