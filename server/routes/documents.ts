/** Documents as PDF files. */
import type { FastifyInstance } from 'fastify';
import { sessionScope } from '../access/lookups';
import { requirePermission } from '../access/permissions';
import { complianceDocumentPaper, readComplianceDocument } from '../documents/complianceDocument';
import { Drafting } from '../documents/drafting';
import { invoicePaper, readInvoice } from '../documents/invoice';
import { ApiError } from '../http/errors';
import type { Services } from '../services';

export function documentRoutes(app: FastifyInstance, { endpoints, database }: Services): void {
  const drafting = new Drafting();

  endpoints.register(app, 'complianceDocumentPreview', async ({ params, session }) => {
    const document = await database.withScope(sessionScope(session), async (queries) => {
      await requirePermission(queries, session.userId, ['MENU_COMPLIANCE']);
      return readComplianceDocument(queries, params.documentId);
    });
    if (document === null) throw new ApiError('not.found');
    const content = await drafting.pdf(complianceDocumentPaper(document));
    return { fileName: `${document.name} - ${document.person}.pdf`, content };
  });

  endpoints.register(app, 'invoicePreview', async ({ params, session }) => {
    const invoice = await database.withScope(sessionScope(session), async (queries) => {
      await requirePermission(queries, session.userId, ['MENU_INVOICING', 'MENU_TIMESHEET']);
      return readInvoice(queries, params.invoiceId);
    });
    if (invoice === null) throw new ApiError('not.found');
    const kind = invoice.client_id === null ? 'Reverse invoice' : 'Invoice';
    return { fileName: `${kind} ${invoice.number}.pdf`, content: await drafting.pdf(invoicePaper(invoice)) };
  });
}
