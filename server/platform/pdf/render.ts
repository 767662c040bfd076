/**
 * Renders a document as a tagged PDF with title and language. Layout takes some 10 ms a page, so it yields between
 * blocks to let other requests run.
 */
import { fontsFor, printable } from './fonts';
import type { Block, Column, PdfDocument } from './document';

/** Longer documents are cut off, on the page after these. */
export const MAX_PAGES = 60;

const MARGIN = 54;
const FOOT = 40;
const SIZE = { title: 18, heading: 12.5, text: 10, small: 8.5 } as const;
const INK = '#1c2430';
const QUIET = '#5b6675';
const LINE = '#d5dae1';

type Pdf = PDFKit.PDFDocument;

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The bytes of a PDF, tagged for screen readers. */
export async function render(document: PdfDocument): Promise<Buffer> {
  const fonts = await fontsFor(document);
  // Loaded with the first document, not at the server's start.
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: document.title,
      Author: document.sender,
      CreationDate: document.createdAt,
      ModDate: document.createdAt,
    },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const whole = new Promise<Buffer>((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  pdf.registerFont('regular', fonts.regular);
  pdf.registerFont('bold', fonts.bold);
  await new Drawing(pdf).draw(document);
  pdf.end();
  return whole;
}

class Drawing {
  private readonly root: PDFKit.PDFStructureElement;
  private readonly width: number;
  private isCut = false;

  constructor(private readonly pdf: Pdf) {
    this.root = pdf.struct('Document');
    pdf.addStructure(this.root);
    this.width = pdf.page.width - 2 * MARGIN;
  }

  async draw(document: PdfDocument): Promise<void> {
    this.line('P', document.sender, { size: SIZE.small, color: QUIET });
    this.line('H1', document.title, { size: SIZE.title, font: 'bold', before: 2 });
    for (const block of document.blocks) {
      if (this.leavesOut()) break;
      await this.block(block);
    }
    if (this.isCut) this.line('P', 'The rest is left out: this document has become too long.', { before: 8 });
    this.root.end();
    this.numberPages(document.reference);
  }

  /** Asked before each part: whether it and the rest are left out, because the pages are full. */
  private leavesOut(): boolean {
    this.isCut ||= this.pdf.bufferedPageRange().count > MAX_PAGES;
    return this.isCut;
  }

  private async block(block: Block): Promise<void> {
    switch (block.kind) {
      case 'heading':
        this.keepTogether(60);
        this.line('H2', block.text, { size: SIZE.heading, font: 'bold', before: 14 });
        return pause();
      case 'text':
        // Long messages are laid out paragraph by paragraph.
        for (const paragraph of block.text.split(/\n+/)) {
          if (this.leavesOut()) return;
          this.line('P', paragraph, { before: 6 });
          await pause();
        }
        return;
      case 'facts':
        return this.rows('Table', FACT_COLUMNS, block.rows, false);
      case 'table':
        return this.rows('Table', block.columns, block.rows, true);
    }
  }

  private line(
    type: 'P' | 'H1' | 'H2',
    content: string,
    { size = SIZE.text, font = 'regular', color = INK, before = 0 }: LineStyle,
  ): void {
    const { pdf } = this;
    if (before > 0) pdf.y += before;
    this.keepTogether(size * 1.4);
    const element = pdf.struct(type);
    this.root.add(element);
    pdf.font(font).fontSize(size).fillColor(color);
    pdf.text(printable(content) || ' ', MARGIN, pdf.y, {
      width: this.width,
      lineGap: 2.5,
      structParent: element,
      structType: 'Span',
    });
    element.end();
  }

  private async rows(
    type: 'Table',
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    withTitles: boolean,
  ): Promise<void> {
    const element = this.pdf.struct(type);
    this.root.add(element);
    this.pdf.y += 8;
    const titles = columns.map(({ title }) => title);
    if (withTitles) this.row(element, columns, titles, true);
    for (const row of rows) {
      if (this.leavesOut()) break;
      const before = this.pdf.bufferedPageRange().count;
      this.row(element, columns, row, false, withTitles ? titles : undefined);
      if (this.pdf.bufferedPageRange().count > before || rows.length > 8) await pause();
    }
    element.end();
    return pause();
  }

  /** `again` are the column titles, repeated when this row starts a page. */
  private row(
    parent: PDFKit.PDFStructureElement,
    columns: readonly Column[],
    cells: readonly string[],
    isTitle: boolean,
    again?: readonly string[],
  ): void {
    const { pdf } = this;
    const texts = cells.map((cell) => printable(cell) || ' ');
    const size = isTitle ? SIZE.small : SIZE.text;
    pdf.font(isTitle ? 'bold' : 'regular').fontSize(size);
    const total = columns.reduce((sum, { share }) => sum + share, 0);
    const widths = columns.map(({ share }) => (share / total) * this.width);
    const height = Math.max(
      ...widths.map((width, index) => pdf.heightOfString(texts[index] ?? ' ', { width: width - 8, lineGap: 1.5 })),
    );
    if (this.keepTogether(height + 8) && again !== undefined) this.row(parent, columns, again, true);
    const row = pdf.struct('TR');
    parent.add(row);
    const top = pdf.y;
    let left = MARGIN;
    widths.forEach((width, index) => {
      const isLabel = isTitle || (columns === FACT_COLUMNS && index === 0);
      const cell = pdf.struct(isLabel ? 'TH' : 'TD');
      row.add(cell);
      pdf
        .font(isTitle ? 'bold' : 'regular')
        .fontSize(size)
        .fillColor(isLabel ? QUIET : INK);
      pdf.text(texts[index] ?? ' ', left, top, {
        width: width - 8,
        lineGap: 1.5,
        align: columns[index]?.number ? 'right' : 'left',
        structParent: cell,
        structType: 'Span',
      });
      cell.end();
      left += width;
    });
    row.end();
    this.rule(top + height + 3);
    pdf.x = MARGIN;
    pdf.y = top + height + 7;
  }

  /** Marked as decoration, so that screen readers skip it. */
  private rule(y: number): void {
    const { pdf } = this;
    pdf.markContent('Artifact', { type: 'Layout' });
    pdf
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.width, y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
    pdf.endMarkedContent();
  }

  /** Starts a new page when `height` does not fit; returns whether it did. */
  private keepTogether(height: number): boolean {
    const { pdf } = this;
    if (pdf.y + height <= pdf.page.height - MARGIN - FOOT || pdf.y <= MARGIN) return false;
    pdf.addPage();
    return true;
  }

  private numberPages(reference: string): void {
    const { pdf } = this;
    const { count } = pdf.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      pdf.switchToPage(index);
      // Below the margin, where text would otherwise start another page.
      pdf.page.margins.bottom = 0;
      const options = { width: this.width, lineBreak: false } as const;
      const y = pdf.page.height - MARGIN;
      pdf.font('regular').fontSize(SIZE.small).fillColor(QUIET);
      pdf.markContent('Artifact', { type: 'Pagination' });
      pdf.text(printable(reference), MARGIN, y, options);
      pdf.text(`Page ${index + 1} of ${count}`, MARGIN, y, { ...options, align: 'right' });
      pdf.endMarkedContent();
    }
  }
}

interface LineStyle {
  readonly size?: number;
  readonly font?: 'regular' | 'bold';
  readonly color?: string;
  readonly before?: number;
}

const FACT_COLUMNS: readonly Column[] = [
  { title: '', share: 3 },
  { title: '', share: 7 },
];
