/** Real-world documents: with a password, with links, filled in, scanned. */
import PDFDocument from 'pdfkit';

async function written(
  options: PDFKit.PDFDocumentOptions,
  write: (paper: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const paper = new PDFDocument(options);
  const chunks: Buffer[] = [];
  paper.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => paper.once('end', resolve));
  write(paper);
  paper.end();
  await ended;
  return Buffer.concat(chunks);
}

export const PASSWORD = 'open-2026';
/** Encrypted with AES, 256 bits. */
export const locked = (): Promise<Buffer> =>
  written({ userPassword: PASSWORD, ownerPassword: 'another', pdfVersion: '1.7ext3' }, (paper) =>
    paper.fontSize(20).text('Behind a password'),
  );

export const ADDRESS = 'https://policies.example/leave?year=2026&unit=ICU';
/** Three pages: an address, one that no reader may follow, and the way to the last page. */
export const linked = (): Promise<Buffer> =>
  written({}, (paper) => {
    paper.fontSize(20).text('The policy', { link: ADDRESS });
    paper.text('A script', { link: 'javascript:alert(1)' }).text('To the end', { goTo: 'end' });
    paper.addPage().text('In between').addPage();
    paper.addNamedDestination('end');
    paper.text('The end');
  });

/** Values for which it asks the reader to paint them, one of them secret. */
export const filled = (): Promise<Buffer> =>
  written({}, (paper) => {
    paper.font('Helvetica');
    paper.initForm();
    paper.text('Application');
    paper.formText('Candidate', 72, 120, 200, 24, { value: 'Maya Ortiz' });
    paper.formText('Nobody', 72, 160, 200, 24, {});
    paper.formCombo('Shift', 72, 200, 200, 24, { select: ['Day', 'Night'], value: 'Night' });
    paper.formText('Pin', 72, 240, 200, 24, { password: true, value: '4711' });
  });

/** The same without asking, so only the viewer shows them. */
export const filledUnpainted = async (): Promise<Buffer> => {
  const text = (await filled()).toString('latin1');
  // Of the same length, because the document names places by their bytes.
  return Buffer.from(text.replace('/NeedAppearances true', '/NeedAppearances null'), 'latin1');
};

/** Two pages that are taller than usual paper. */
export const tall = (): Promise<Buffer> =>
  written({ size: 'LEGAL' }, (paper) => {
    paper.fontSize(20).text('Taller than Letter').addPage().text('And once more');
  });

/** A picture of a page. */
export const scanned = (): Promise<Buffer> =>
  written({}, (paper) => {
    const point = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    paper.image(Buffer.from(point, 'base64'), 0, 0, { width: 612, height: 792 });
  });
