/** Reads PDFs the way a viewer does and prints what it found as JSON: `node pdfReader.mjs file...`. */
import { readFileSync } from 'node:fs';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

async function read(file) {
  const task = getDocument({
    data: new Uint8Array(readFileSync(file)),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
  });
  const pdf = await task.promise;
  const { info, hasStructTree } = await pdf.getMetadata();
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items, lang } = await page.getTextContent();
    const operators = await page.getOperatorList();
    pages.push({
      text: items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join(''),
      lang,
      roles: rolesOf(await page.getStructTree()),
      operators: operators.fnArray.length,
    });
  }
  await task.destroy();
  return { title: info.Title, tagged: hasStructTree, pages };
}

const rolesOf = (node) =>
  node === null ? [] : [node.role, ...(node.children ?? []).flatMap(rolesOf)].filter((role) => role !== undefined);

const found = [];
for (const file of process.argv.slice(2)) found.push(await read(file));
process.stdout.write(JSON.stringify(found));
