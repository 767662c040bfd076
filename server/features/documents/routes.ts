/** Endpoints of PDF documents. */
import type { FastifyInstance } from 'fastify';
import type { Permission } from '../../../contract/base/permissions';
import { RECORD_PERMISSIONS, type RecordKind } from '../../../contract/records/kinds';
import { sessionScope } from '../../platform/session';
import { permissionsOf, requirePermission } from '../../identity/permissions';
import { complianceDocumentPdf, readComplianceDocument } from './complianceDocument';
import { RenderQueue } from '../../platform/pdf/renderQueue';
import { invoicePdf, readInvoice, type Invoice } from './invoice';
import { ApiError } from '../../base/errors';
import type { RouteServices } from '../../platform/http/registry';
import { untilGone } from '../../platform/http/replies';

/** Those that open the page of such an invoice, and the one that lists its timesheets. */
const MAY_PREVIEW = {
  invoice: [...RECORD_PERMISSIONS.invoice, 'MENU_TIMESHEET'],
  reverseInvoice: [...RECORD_PERMISSIONS.reverseInvoice, 'MENU_TIMESHEET'],
} as const satisfies Partial<Record<RecordKind, readonly Permission[]>>;
type InvoiceKind = keyof typeof MAY_PREVIEW;

const kindOf = ({ client_id }: Invoice): InvoiceKind => (client_id === null ? 'reverseInvoice' : 'invoice');

/** PDFs are rendered on request and not stored. Answers `not.found` for documents of other organizations. */
export function documentRoutes(app: FastifyInstance, { endpoints, database }: RouteServices): void {
  const renderQueue = new RenderQueue();

  endpoints.register(app, 'complianceDocumentPreview', async ({ params, session, reply }) => {
    const document = await database.withScope(sessionScope(session), async (queries) => {
      await requirePermission(queries, session.userId, RECORD_PERMISSIONS.document);
      return readComplianceDocument(queries, params.documentId);
    });
    if (document === null) throw new ApiError('not.found');
    const content = await renderQueue.render(complianceDocumentPdf(document), untilGone(reply));
    return { fileName: `${document.name} - ${document.person}.pdf`, content };
  });

  endpoints.register(app, 'invoicePreview', async ({ params, session, reply }) => {
    const scope = sessionScope(session);
    const invoice = await database.withScope(scope, async (queries) => {
      const held = await permissionsOf(queries, session.userId);
      const opens = (kind: InvoiceKind): boolean => MAY_PREVIEW[kind].some((permission) => held.includes(permission));
      if (!opens('invoice') && !opens('reverseInvoice')) throw new ApiError('server.unauthorized');
      const found = await readInvoice(queries, params.invoiceId, scope);
      return found !== null && opens(kindOf(found)) ? found : null;
    });
    if (invoice === null) throw new ApiError('not.found');
    const kind = kindOf(invoice) === 'reverseInvoice' ? 'Reverse invoice' : 'Invoice';
    const content = await renderQueue.render(invoicePdf(invoice), untilGone(reply));
    return { fileName: `${kind} ${invoice.number}.pdf`, content };
  });
}
